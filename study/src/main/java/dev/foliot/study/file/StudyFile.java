package dev.foliot.study.file;

import dev.foliot.study.ArmPlan;
import dev.foliot.study.Measure;
import dev.foliot.study.Measures;
import dev.foliot.study.RemotePlan;
import dev.foliot.study.StepPlan;
import dev.foliot.study.StudyApp;
import dev.foliot.study.StudyForm;
import dev.foliot.study.StudyLoads;
import dev.foliot.study.StudyName;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.StudyTarget;
import dev.foliot.text.LabException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads study files: a study in YAML, whose arms may be any command that starts a server. The whole
 * file is checked before anything starts, and all that is wrong with it is said at once. A study
 * file is code: its commands are run.
 */
public final class StudyFile {
  static final List<String> FIELDS =
      List.of("study", "form", "arms", "target", "remote", "loads", "forks", "seed", "measures");
  private static final int LONGEST = 256 << 10;
  private static final int MOST_FORKS = 100;
  private static final long USUAL_DELAY_NS = 2_000_000;

  private final Path file;
  private final StudyFileOptions options;
  private final Complaints complaints;

  private StudyFile(Path file, StudyFileOptions options) {
    this.file = file;
    this.options = options;
    this.complaints = new Complaints(file.toString());
  }

  /**
   * The study that a file describes. Nothing is started.
   *
   * @throws StudyFileException if something in it is wrong
   * @throws LabException if an option and the file do not go together
   */
  public static StudyPlan read(Path file, StudyFileOptions options) {
    return new StudyFile(file, options).plan();
  }

  private StudyPlan plan() {
    String text = text();
    complaints.throwIfAny();
    YamlValue root = YamlText.read(text, complaints);
    complaints.throwIfAny();
    YamlValue value = Objects.requireNonNull(root);
    StudyPlan plan = plan(value, FileSecrets.without(text, value));
    complaints.throwIfAny();
    return Objects.requireNonNull(plan);
  }

  private String text() {
    if (!Files.isRegularFile(file)) {
      complaints.add(
          0,
          Files.exists(file)
              ? "this is no regular file; name a study file"
              : "there is no such file; name a study file, or a study by its name");
      return "";
    }
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(LONGEST + 1);
    } catch (IOException e) {
      complaints.add(0, "it cannot be read (" + e.getMessage() + "); see its permissions");
      return "";
    }
    if (bytes.length > LONGEST) {
      complaints.add(0, "it is longer than 256 KiB; a study needs some lines");
      return "";
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult decoded = StandardCharsets.UTF_8.newDecoder().decode(in, out, true);
    String text = out.flip().toString();
    if (decoded.isError()) {
      complaints.add(
          1 + (int) text.chars().filter(c -> c == '\n').count(),
          "this is not UTF-8; save the file as UTF-8");
    }
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  private @Nullable StudyPlan plan(YamlValue root, String redacted) {
    Fields fields = Fields.of(root, "a study", FIELDS, complaints);
    fields.require("study", "name its kind, as in study: throughput");
    StudyName study = fields.one("study", StudyName.THROUGHPUT, StudyName::parse);
    if (!study.comparesThreads()) {
      fields.complain(
          "study",
          "a study of "
              + study.label()
              + " has its own arms; play it by its name, as in foliot study "
              + study.label());
      return null;
    }
    if (study == StudyName.SHORT_TASKS) {
      checkShortTasks(fields);
    }
    if (study == StudyName.SHORT_TASKS || study == StudyName.SCALING) {
      refuseCpus(fields, study);
    }
    Measures measures = measures(fields, study);
    StudyForm ofFile = fields.one("form", StudyForm.FULL, StudyFile::form);
    StudyForm form = options.form() == null ? ofFile : options.form();
    TargetReader targets = new TargetReader(complaints);
    TargetReader.@Nullable Remote remote = targets.remote(fields);
    RemotePlan remotePlan =
        remote != null
            ? remote.plan()
            : hasArmWith(fields, "strategy") ? RemotePlan.CONSTANT : null;
    List<ArmPlan> arms =
        new ArmReader(
                folder(),
                options.cpus().service().size(),
                remotePlan != null,
                remotePlan != null && study != StudyName.SHORT_TASKS && study != StudyName.SCALING,
                study == StudyName.MEMORY ? StudyLoads.jvmArgs(study) : measures.jvmArgs(),
                complaints)
            .of(fields);
    fields.require("arms", "give at least one, with a name and a command");
    StudyTarget target =
        targets.target(
            fields, hasArmWith(fields, "command") ? null : StudyTarget.bank(), remotePlan);
    Long delayNs = remotePlan == null ? (Long) 0L : remote == null ? null : remote.delayNs();
    List<StepPlan> steps = steps(fields, study, form, delayNs, remotePlan != null);
    int forks = (int) fields.whole("forks", StudyLoads.forks(study, form), 1, MOST_FORKS);
    long seed = fields.whole("seed", options.drawnSeed(), Long.MIN_VALUE, Long.MAX_VALUE);
    if (!complaints.isEmpty()) {
      return null;
    }
    return new StudyPlan(
        study,
        form,
        chosen(arms),
        steps,
        options.forks() == null ? forks : options.forks(),
        options.seed() == null ? seed : options.seed(),
        options.cpus(),
        options.apps(),
        options.commandLine(),
        target,
        redacted,
        measures);
  }

  private Path folder() {
    return Objects.requireNonNull(file.toAbsolutePath().normalize().getParent());
  }

  /** Its programs are its own, and so is all that is asked of them and seen of them. */
  private void checkShortTasks(Fields fields) {
    for (String name : List.of("target", "remote", "measures")) {
      fields.refuse(name, "a study of short-tasks has its own; leave it out");
    }
    for (Fields arm : arms(fields)) {
      if (arm.has("command")) {
        arm.complain(
            "command",
            "a study of short-tasks measures the built-in programs burn and ping, whose tasks it"
                + " knows, and a command is neither; give the arm a strategy");
      }
    }
  }

  private void refuseCpus(Fields fields, StudyName study) {
    for (Fields arm : arms(fields)) {
      arm.refuse("cpus", "a study of " + study.label() + " gives all arms the same; leave it out");
    }
  }

  /** Those that are mappings; of the others, whoever reads arms complains. */
  private List<Fields> arms(Fields fields) {
    return fields.value("arms") instanceof YamlValue.Items arms
        ? arms.values().stream()
            .filter(YamlValue.Entries.class::isInstance)
            .map(arm -> ArmReader.fields(arm, complaints))
            .toList()
        : List.of();
  }

  private Measures measures(Fields fields, StudyName study) {
    Measures usual = Measures.usual(study);
    Measures measures =
        Measures.of(fields.several("measures", List.copyOf(usual.asked()), Measure::parse));
    if (study == StudyName.MEMORY && !measures.asked().contains(Measure.MEMORY)) {
      fields.complain(
          "measures", "a study of memory is nothing without memory; add it, or leave measures out");
    }
    return measures;
  }

  private static StudyForm form(String text) {
    return switch (text) {
      case "quick" -> StudyForm.QUICK;
      case "full" -> StudyForm.FULL;
      default ->
          throw LabException.usage("'" + Shown.text(text) + "' is no form; write quick or full");
    };
  }

  private static boolean hasArmWith(Fields fields, String name) {
    return fields.value("arms") instanceof YamlValue.Items arms
        && arms.values().stream()
            .anyMatch(arm ->
                arm instanceof YamlValue.Entries entries && entries.values().containsKey(name));
  }

  /** Those of the file, or the study's own with the file's delay. */
  private List<StepPlan> steps(
      Fields fields, StudyName study, StudyForm form, @Nullable Long delayNs, boolean hasRemote) {
    if (!fields.has("loads")) {
      List<StepPlan> usual = usual(fields, study, form);
      return delayNs == null ? usual : usual.stream().map(step -> step.withDelay(delayNs)).toList();
    }
    long usualNs = delayNs == null ? USUAL_DELAY_NS : delayNs;
    List<StepPlan> steps = new LoadReader(usualNs, hasRemote, complaints).of(fields);
    if (study == StudyName.SCALING) {
      fields.complain(
          "loads", "a study of scaling has its own, on more and more CPUs; leave it out");
    }
    if (study == StudyName.SHORT_TASKS) {
      fields.complain("loads", "a study of short-tasks has its own, by length; leave it out");
    }
    if (study == StudyName.RAMP_UP && steps.size() > 1) {
      fields.complain(
          "loads",
          "a ramp-up has one load, and here are "
              + steps.size()
              + "; give one number of clients or one rate, or make it a study of throughput");
    }
    return steps;
  }

  /**
   * The study's own, each in processes of its own, since a file may ask what each leaves in memory;
   * the programs without a network are no loads for a command.
   */
  private List<StepPlan> usual(Fields fields, StudyName study, StudyForm form) {
    List<StepPlan> usual =
        StudyLoads.of(study, form, options.cpus()).stream().map(StepPlan::alone).toList();
    if (study != StudyName.SCALING || !hasArmWith(fields, "command")) {
      return usual;
    }
    List<StepPlan> served = usual.stream().filter(step -> step.app() == StudyApp.BANK).toList();
    if (served.isEmpty()) {
      fields.complain(
          "study",
          "a command is scaled on the service's CPUs, and here is one; use four CPUs or more, of"
              + " which the service has half");
    }
    return served;
  }

  /** The arms that the command line asks for, in its order. */
  private List<ArmPlan> chosen(List<ArmPlan> arms) {
    if (options.arms().isEmpty()) {
      return arms;
    }
    return options.arms().stream()
        .map(name ->
            arms.stream()
                .filter(arm -> arm.name().equals(name.strip()))
                .findFirst()
                .orElseThrow(() ->
                    LabException.usage(
                        "--arms: there is no arm '"
                            + Shown.text(name)
                            + "' in the file; there are "
                            + Shown.text(
                                arms.stream().map(ArmPlan::name).collect(Collectors.joining(", ")),
                                400))))
        .toList();
  }
}
