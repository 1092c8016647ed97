package dev.foliot.study.file;

import dev.foliot.bench.TimeSpan;
import dev.foliot.judgement.compare.Gates;
import dev.foliot.load.yaml.Complaints;
import dev.foliot.load.yaml.Fields;
import dev.foliot.load.yaml.YamlException;
import dev.foliot.load.yaml.YamlFile;
import dev.foliot.load.yaml.YamlText;
import dev.foliot.load.yaml.YamlValue;
import dev.foliot.study.Study;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.burn.BurnCpus;
import dev.foliot.study.catalog.Studies;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.FileChecks;
import dev.foliot.study.plan.Measure;
import dev.foliot.study.plan.Measures;
import dev.foliot.study.plan.RemotePlan;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.plan.StudyTarget;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads study files, in YAML. Their arms may be any command that starts a server.
 *
 * <p>The complete file is checked before anything starts, and all errors are reported at once. A
 * study file is code: its commands are run.
 */
public final class StudyFile {
  static final List<String> FIELDS =
      List.of(
          "study",
          "name",
          "form",
          "arms",
          "target",
          "remote",
          "loads",
          "forks",
          "detect",
          "budget",
          "seed",
          "measures");
  private static final int LONGEST = 256 << 10;
  private static final int MOST_FORKS = 100;
  private static final int LONGEST_NAME = 100;
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
   * The study that a file describes. Starts nothing.
   *
   * @throws YamlException for an error in it
   * @throws FoliotException if an option contradicts the file
   */
  public static StudyPlan read(Path file, StudyFileOptions options) {
    return new StudyFile(file, options).plan();
  }

  private StudyPlan plan() {
    String text = YamlFile.read(file, LONGEST, "a study file", complaints);
    complaints.throwIfAny();
    YamlValue root = YamlText.read(text, "study: NAME", complaints);
    complaints.throwIfAny();
    YamlValue value = Objects.requireNonNull(root);
    StudyPlan plan = plan(value, FileSecrets.without(text, value));
    complaints.throwIfAny();
    return Objects.requireNonNull(plan);
  }

  private @Nullable StudyPlan plan(YamlValue root, String redacted) {
    Fields fields = Fields.of(root, "a study", FIELDS, complaints);
    fields.require("study", "name its kind, as in study: throughput");
    Study study = fields.one("study", Studies.ALL.getFirst(), Studies::parse);
    if (!study.comparesThreads()) {
      fields.complain(
          "study",
          "a study of "
              + study.label()
              + " has its own arms; play it by its name, as in foliot study "
              + study.label());
      return null;
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
                remotePlan != null && study.hasRemote(),
                study.jvmArgs().isEmpty() ? measures.jvmArgs() : study.jvmArgs(),
                complaints)
            .of(fields);
    fields.require("arms", "give at least one, with a name and a command");
    StudyTarget target =
        targets.target(
            fields, hasArmWith(fields, "command") ? null : StudyTarget.bank(), remotePlan);
    Long delayNs = remotePlan == null ? (Long) 0L : remote == null ? null : remote.delayNs();
    List<StepPlan> steps = steps(fields, study, form, delayNs, remotePlan != null);
    study.check(checks(fields, fields.has("loads") ? steps.size() : 0, measures));
    int forks = (int) fields.whole("forks", study.forks(form), 1, MOST_FORKS);
    String name = fields.one("name", StudyFile::title).orElse(null);
    Optional<Double> detect = fields.one("detect", Gates::detect);
    Optional<Long> budgetNs = fields.one("budget", TimeSpan::parseNs);
    long seed = fields.whole("seed", options.drawnSeed(), Long.MIN_VALUE, Long.MAX_VALUE);
    if (!complaints.isEmpty()) {
      return null;
    }
    Integer asked =
        options.forks() != null || !fields.has("forks") ? options.forks() : (Integer) forks;
    StudyPlan plan =
        new StudyPlan(
            study,
            form,
            chosen(arms),
            steps,
            new StudyPlan.Sample(
                options.forks() == null ? forks : options.forks(),
                options.seed() == null ? seed : options.seed()),
            new StudyPlan.Machine(options.cpus(), options.apps()),
            new StudyPlan.Asked(target, measures),
            new StudyPlan.Origin(options.commandLine(), redacted, name));
    return detect.isPresent() || budgetNs.isPresent()
        ? plan.inPairs(detect.orElse(null), budgetNs.orElse(null), asked)
        : plan;
  }

  private Path folder() {
    return Objects.requireNonNull(file.toAbsolutePath().normalize().getParent());
  }

  /** The study's own checks. */
  private FileChecks checks(Fields fields, int loads, Measures measures) {
    return new FileChecks() {
      @Override
      public void refuse(String field, String why) {
        fields.refuse(field, why);
      }

      @Override
      public void refuseInArms(String field, String why) {
        arms(fields).forEach(arm -> arm.refuse(field, why));
      }

      @Override
      public void complain(String field, String why) {
        fields.complain(field, why);
      }

      @Override
      public int loads() {
        return loads;
      }

      @Override
      public boolean hasCommands() {
        return hasArmWith(fields, "command");
      }

      @Override
      public Measures measures() {
        return measures;
      }

      @Override
      public int serviceCpus() {
        return options.cpus().service().size();
      }
    };
  }

  /** The arms that are mappings; the reader of arms reports the others. */
  private List<Fields> arms(Fields fields) {
    return fields.value("arms") instanceof YamlValue.Items arms
        ? arms.values().stream()
            .filter(YamlValue.Entries.class::isInstance)
            .map(arm -> ArmReader.fields(arm, complaints))
            .toList()
        : List.of();
  }

  private static Measures measures(Fields fields, Study study) {
    return Measures.of(
        fields.several("measures", List.copyOf(study.measures().asked()), Measure::parse));
  }

  private static StudyForm form(String text) {
    return switch (text) {
      case "quick" -> StudyForm.QUICK;
      case "full" -> StudyForm.FULL;
      default ->
          throw FoliotException.usage("'" + Shown.text(text) + "' is no form; write quick or full");
    };
  }

  private static String title(String text) {
    if (text.length() > LONGEST_NAME) {
      throw FoliotException.usage(
          "the title has " + text.length() + " characters; write at most " + LONGEST_NAME);
    }
    return text.strip();
  }

  private static boolean hasArmWith(Fields fields, String name) {
    return fields.value("arms") instanceof YamlValue.Items arms
        && arms.values().stream()
            .anyMatch(arm ->
                arm instanceof YamlValue.Entries entries && entries.values().containsKey(name));
  }

  /** The loads of the file, or the study's own with the file's delay. */
  private List<StepPlan> steps(
      Fields fields, Study study, StudyForm form, @Nullable Long delayNs, boolean hasRemote) {
    if (!fields.has("loads")) {
      List<StepPlan> usual = usual(fields, study, form);
      return delayNs == null ? usual : usual.stream().map(step -> step.withDelay(delayNs)).toList();
    }
    long usualNs = delayNs == null ? USUAL_DELAY_NS : delayNs;
    return new LoadReader(usualNs, hasRemote, complaints).of(fields);
  }

  /**
   * The study's own loads, each in separate processes, because a file may request the memory of
   * each.
   */
  private List<StepPlan> usual(Fields fields, Study study, StudyForm form) {
    int serviceCpus = options.cpus().service().size();
    List<StepPlan> usual =
        study.loads(form, serviceCpus, BurnCpus.most(options.cpus())).stream()
            .map(StepPlan::alone)
            .toList();
    return hasArmWith(fields, "command") ? study.loadsOfCommands(form, serviceCpus, usual) : usual;
  }

  /** The arms that the command line selects, in its order. */
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
                    FoliotException.usage(
                        "--arms: there is no arm '"
                            + Shown.text(name)
                            + "' in the file; there are "
                            + Shown.text(
                                arms.stream().map(ArmPlan::name).collect(Collectors.joining(", ")),
                                400))))
        .toList();
  }
}
