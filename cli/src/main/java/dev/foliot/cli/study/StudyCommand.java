package dev.foliot.cli.study;

import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.Interruption;
import dev.foliot.cli.frame.NameOption;
import dev.foliot.cli.frame.PairOptions;
import dev.foliot.cli.frame.ProfileOption;
import dev.foliot.cli.frame.QuietOptions;
import dev.foliot.linux.Reading;
import dev.foliot.load.yaml.YamlException;
import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.Jdk;
import dev.foliot.service.profile.ProfileChoice;
import dev.foliot.store.Store;
import dev.foliot.study.ArmChoice;
import dev.foliot.study.Study;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.burn.BurnCpus;
import dev.foliot.study.catalog.Studies;
import dev.foliot.study.file.StudyFile;
import dev.foliot.study.file.StudyFileOptions;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.remedy.RemedyStudy;
import dev.foliot.study.run.PastStudies;
import dev.foliot.study.run.StudyResult;
import dev.foliot.study.run.StudyRun;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code foliot study}: ways to thread a service, under the same loads. One long class, since most
 * of it is the options, which are read together.
 */
@Command(
    name = "study",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = "Compares ways to thread a service under the same loads.",
    footer = {
      "",
      StudyCommand.STUDIES,
      "",
      "Arms are virtual, adaptive, adaptive-virtual, fixed:N, fixed:cpus and cached;",
      "a study file defines its own: any command that starts a server. Such commands",
      "are run.",
      "",
      "Examples:",
      "  foliot study ramp-up --quick",
      "  foliot study throughput --arms virtual,fixed:100 --jdk /opt/jdk-21",
      "  foliot study --jar app.jar --endpoint /orders --clients 400",
      "  foliot study mine.yaml --check",
      "  foliot study throughput --arms virtual,adaptive --detect 1.1 --budget 20min",
      "  foliot study all --quick",
      "  foliot study remedy --url http://127.0.0.1:{port}/orders -- \\",
      "      java -jar app.jar --port={port}"
    })
public final class StudyCommand implements Callable<Integer> {
  private static final int SEED_BITS = 31;

  /** Stands for the list of studies, which {@link #lists} fills in. */
  static final String STUDIES = "STUDIES";

  private static final int NAME_WIDTH = 12;
  private static final double NS_PER_S = 1e9;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME|FILE",
      description =
          "Which study: ${COMPLETION-CANDIDATES}; or a study file, as in ./mine.yaml. With all,"
              + " those that compare ways to thread, one after the other, on one page. Without one,"
              + " a list of them with their times.",
      completionCandidates = StudyNames.class)
  private String name = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "COMMAND",
      description =
          "Of remedy, after --: a java command of your own with its arguments; {port} stands for"
              + " its port. No shell is involved.")
  private List<String> command = new ArrayList<>();

  @Option(names = "--quick", description = "At most about four minutes, with wider intervals.")
  private boolean quick;

  /** For tests of the whole. */
  @Option(names = "--shortest", hidden = true)
  private boolean shortest;

  @Option(
      names = "--arms",
      paramLabel = "LIST",
      split = ",",
      description =
          "What is compared (virtual,adaptive,adaptive-virtual,fixed:50; short-tasks has"
              + " fixed:cpus, memory fixed:500; with --quick all are without adaptive-virtual; all"
              + " of a study file).")
  private List<String> arms = new ArrayList<>();

  @Option(
      names = "--forks",
      paramLabel = "N",
      description = "Forks of each arm under each load (by study and form); the most in pairs.")
  private @Nullable Integer forks;

  @Option(
      names = "--jdk",
      paramLabel = "HOME",
      description =
          "The JDK of the service; several are compared (the one that runs foliot; of"
              + " sharing-lottery, remedy and sharing-scaling the oldest that is found; a second"
              + " one of the last two is their newer JDK).")
  private List<String> jdks = new ArrayList<>();

  @Option(
      names = "--jvm-arg",
      paramLabel = "ARG",
      description = "An argument for the service's JVM, as in --jvm-arg=-Xmx1g; may be repeated.")
  private List<String> jvmArgs = new ArrayList<>();

  @Option(names = "--seed", paramLabel = "N", description = "Fixes every random choice.")
  private @Nullable String seed;

  @Mixin private final PairOptions pairs = new PairOptions();

  @Mixin private final ProfileOption profile = new ProfileOption();

  @Option(
      names = "--explain",
      description =
          "Play one extra fork of each arm, not in the figures, with a flight recording: it names"
              + " locks, I/O and other causes of slow requests inside the JVM.")
  private boolean explain;

  @Option(names = "--check", description = "Only check a study file, and start nothing.")
  private boolean check;

  @Mixin private final JarOptions jar = new JarOptions();

  @Mixin private RemedyOptions remedy = new RemedyOptions();

  @Mixin private final NameOption runName = new NameOption();

  @Mixin private final QuietOptions quiet = new QuietOptions();

  private final Foliot foliot;

  /** The names of the studies. */
  static final class StudyNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.concat(Studies.ALL.stream().map(Study::label), Stream.of(StudyList.ALL))
          .iterator();
    }
  }

  public StudyCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  /** Lists the studies in the help text, each with what it is about. */
  @Spec
  void lists(CommandSpec spec) {
    spec.usageMessage()
        .footer(
            Arrays.stream(spec.usageMessage().footer())
                .flatMap(line ->
                    line.equals(STUDIES)
                        ? Studies.ALL.stream().flatMap(StudyCommand::summary)
                        : Stream.of(line))
                .toArray(String[]::new));
  }

  private static Stream<String> summary(Study study) {
    String name = study.label();
    String before =
        name + (name.length() < NAME_WIDTH ? " ".repeat(NAME_WIDTH - name.length()) : "  ");
    return Stream.concat(
        Stream.of(before + study.summary().getFirst()),
        study.summary().stream().skip(1).map(line -> " ".repeat(NAME_WIDTH) + line));
  }

  @Override
  public Integer call() throws Exception {
    try (jar) {
      return answered();
    }
  }

  private Integer answered() throws Exception {
    if (name.isEmpty() && !isOwn() && !check && !jar.isGiven()) {
      return new StudyList(foliot).print(StudyCommand::usual);
    }
    List<StudyPlan> plans;
    try {
      plans = asked(plans());
    } catch (YamlException e) {
      e.complaints().forEach(foliot.console()::error);
      return ExitCode.USAGE;
    }
    plans.stream()
        .flatMap(plan -> plan.warnings().stream())
        .map(Reason::sentence)
        .distinct()
        .forEach(foliot.console()::error);
    if (check) {
      foliot
          .console()
          .out()
          .println(
              StudyCheck.of(
                  plans.getFirst(),
                  aboutNs(Store.open(foliot.store()), plans.getFirst()),
                  jar.isGiven() ? jar.name() : name,
                  foliot.json()));
      return ExitCode.DONE;
    }
    plans.forEach(StudyRun::check);
    runName.check();
    Store store = Store.open(foliot.store());
    if (!shortest) {
      quiet.await(foliot.console());
    }
    AtomicReference<@Nullable StudyRun> running = new AtomicReference<@Nullable StudyRun>();
    AtomicBoolean cancelled = new AtomicBoolean();
    return Interruption.during(
        () -> play(plans, store, running, cancelled),
        () -> {
          cancelled.set(true);
          StudyRun run = running.get();
          if (run != null) {
            run.cancel();
          }
        });
  }

  private int play(
      List<StudyPlan> plans,
      Store store,
      AtomicReference<@Nullable StudyRun> running,
      AtomicBoolean cancelled)
      throws InterruptedException {
    List<StudyResult> results = new ArrayList<>();
    StudyOutput output = new StudyOutput(foliot, store, explain);
    plans.forEach(plan -> sayHowLong(plan, aboutNs(store, plan)));
    for (StudyPlan plan : plans) {
      if (plans.size() > 1 && foliot.console().showsProgress()) {
        String label = plan.study().label();
        foliot.console().err().println((results.size() + 1) + " of " + plans.size() + ": " + label);
      }
      StudyResult result;
      try (StudyProgressLine progress =
          new StudyProgressLine(foliot.console(), plan, aboutNs(store, plan))) {
        StudyRun run = new StudyRun(plan, store, progress);
        running.set(run);
        if (cancelled.get()) {
          run.cancel();
        }
        result = run.run();
      } catch (FoliotException e) {
        if (!results.isEmpty()) {
          output.show(results);
        }
        throw e;
      }
      runName.give(store, result.folder(), plans.size() == 1 ? "" : plan.study().label());
      if (result.interrupted()) {
        return output.interrupted(results, result);
      }
      results.add(result);
      output.each(result);
    }
    return output.show(results);
  }

  /** By the last one like it, else as planned for a quiet machine. */
  private static long aboutNs(Store store, StudyPlan plan) {
    return PastStudies.aboutNs(store, plan).orElseGet(plan::aboutNs);
  }

  /** The time of a study, before minutes are spent. */
  private void sayHowLong(StudyPlan plan, long aboutNs) {
    foliot
        .console()
        .error(
            plan.study().label()
                + ": "
                + (plan.gate() == null
                    ? Numbers.count(plan.allForks(), "fork")
                    : "pairs of forks until they decide")
                + " ("
                + Numbers.count(plan.arms().size(), "arm")
                + ", "
                + Numbers.count(plan.steps().size(), "load")
                + (plan.gate() == null ? "), about " : "), at most about ")
                + Numbers.promise(aboutNs / NS_PER_S));
  }

  private List<StudyPlan> plans() throws Exception {
    if (jar.isGiven()) {
      return List.of(planOfJar());
    }
    if (isOwn() && !name.equals(new RemedyStudy().label())) {
      throw FoliotException.usage(
          "--class, --url, --rate, --clients, --counter and a command go with remedy: write foliot"
              + " study remedy");
    }
    jar.check();
    if (check && !isFile()) {
      throw FoliotException.usage("--check is for a study file: name one, as in ./mine.yaml");
    }
    if (name.equals(StudyList.ALL)) {
      if (pairs.given()) {
        throw FoliotException.usage(
            "--detect and --budget go with one study: name it, as in foliot study throughput");
      }
      return Studies.ofThreads().stream().map(this::planOf).toList();
    }
    return List.of(isFile() ? planOfFile() : planOfName());
  }

  /** Whether it is a command of the user's. */
  private boolean isOwn() {
    return !command.isEmpty() || remedy.areGiven();
  }

  /** With what the user asks for besides. */
  private List<StudyPlan> asked(List<StudyPlan> plans) {
    ProfileChoice choice = profile.choice();
    return plans.stream()
        .map(plan -> choice == null ? plan : plan.profiled(choice))
        .map(plan -> explain ? plan.explained() : plan)
        .map(plan -> pairs.given() ? plan.inPairs(pairs.detect(), pairs.budgetNs(), forks) : plan)
        .toList();
  }

  private boolean isFile() {
    return name.contains("/") || name.endsWith(".yaml") || name.endsWith(".yml");
  }

  private StudyPlan planOfJar() throws Exception {
    if (!name.isEmpty() || !command.isEmpty() || remedy.areOthersGiven()) {
      throw FoliotException.usage(
          "--jar is a study of its own: leave out its NAME, COMMAND, --class, --url, --rate and"
              + " --counter; --app-arg is for words of the program");
    }
    if (jdks.size() > 1) {
      throw FoliotException.usage(
          "--jar takes one --jdk: compare JDKs by a study file, which --write FILE begins");
    }
    StudyFileOptions options = fileOptions();
    return jar.plan(
        foliot,
        jdks.isEmpty() ? Jdk.current() : Jdk.of(jdks.getFirst()),
        jvmArgs,
        remedy.clients(JarOptions.USUAL_CLIENTS),
        options);
  }

  private StudyPlan planOfFile() {
    if (!jdks.isEmpty() || !jvmArgs.isEmpty()) {
      throw FoliotException.usage(
          "--jdk and --jvm-arg go not with a study file: write jdk and jvm-args under its arms");
    }
    Path file;
    try {
      file = Path.of(name);
    } catch (InvalidPathException e) {
      throw FoliotException.usage("'" + Shown.text(name) + "' can be no file: name a study file");
    }
    return StudyFile.read(file, fileOptions());
  }

  private StudyFileOptions fileOptions() {
    return new StudyFileOptions(
        shortest ? StudyForm.TEST : quick ? StudyForm.QUICK : null,
        forks,
        seed == null ? null : (Long) seed(),
        drawn(),
        arms,
        cpus(),
        ClassPath.parse(System.getProperty("java.class.path")),
        foliot.commandLine());
  }

  private static CpuPartition cpus() {
    return switch (CpuPartition.here(Path.of("/"))) {
      case Reading.Value<CpuPartition>(CpuPartition here) -> here;
      case Reading.Unavailable<CpuPartition> none ->
          throw FoliotException.environment("a study puts its parts on CPUs: " + none.sentence());
    };
  }

  private StudyPlan planOfName() {
    return planOf(Studies.parse(name));
  }

  /** The plan of a study as it is without options. */
  private static StudyPlan usual(Study study, StudyForm form) {
    CpuPartition cpus = cpus();
    ClassPath apps = ClassPath.parse(System.getProperty("java.class.path"));
    return new StudyPlan(
        study,
        form,
        study.arms(new ArmChoice(form, List.of(), List.of(), List.of(), apps)),
        study.loads(form, cpus.service().size(), BurnCpus.most(cpus)),
        new StudyPlan.Sample(study.forks(form), 0),
        new StudyPlan.Machine(cpus, apps),
        StudyPlan.Asked.usual(study),
        StudyPlan.Origin.of(List.of()));
  }

  private StudyPlan planOf(Study study) {
    StudyForm form = shortest ? StudyForm.TEST : quick ? StudyForm.QUICK : StudyForm.FULL;
    CpuPartition cpus = cpus();
    ClassPath apps = ClassPath.parse(System.getProperty("java.class.path"));
    ArmChoice choice =
        new ArmChoice(form, arms, jdks.stream().map(Jdk::of).toList(), jvmArgs, apps);
    StudyPlan.Sample sample =
        new StudyPlan.Sample(forks == null ? study.forks(form) : forks, seed());
    return isOwn()
        ? RemedyStudy.plan(
            remedy.of(command, choice), form, sample, cpus, apps, foliot.commandLine())
        : new StudyPlan(
            study,
            form,
            study.arms(choice),
            study.loads(form, cpus.service().size(), BurnCpus.most(cpus)),
            sample,
            new StudyPlan.Machine(cpus, apps),
            StudyPlan.Asked.usual(study),
            StudyPlan.Origin.of(foliot.commandLine()));
  }

  private static long drawn() {
    return new SecureRandom().nextLong() >>> SEED_BITS;
  }

  private long seed() {
    if (seed == null) {
      return drawn();
    }
    try {
      return Long.parseLong(seed.strip());
    } catch (NumberFormatException e) {
      throw FoliotException.usage(
          "--seed: '" + Shown.text(seed) + "' is no whole number: write one, as in --seed 42");
    }
  }
}
