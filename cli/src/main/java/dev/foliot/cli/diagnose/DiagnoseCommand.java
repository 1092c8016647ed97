package dev.foliot.cli.diagnose;

import dev.foliot.bench.TimeSpan;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.Interruption;
import dev.foliot.cli.frame.QuietOptions;
import dev.foliot.diagnose.Diagnosis;
import dev.foliot.diagnose.time.StackDump;
import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.linux.Reading;
import dev.foliot.service.profile.RunningProfile;
import dev.foliot.store.Store;
import dev.foliot.store.diagnosis.ExaminationKind;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.profile.ProfileKind;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code foliot diagnose}: what a live JVM loses time on, seen from outside. */
@Command(
    name = "diagnose",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = "Looks at a live JVM from outside and names what it loses time on.",
    footer = {
      "",
      "The process runs on: without --attach nothing is started or stopped in it. The",
      "same user, or CAP_SYS_PTRACE, may read its memory. To name threads and code,",
      "watchpoints are needed (perf_event_paranoid 2 or less, or CAP_PERFMON).",
      "Findings are no failure.",
      "",
      "sharing    cache lines of HotSpot's own structures that threads contend for",
      "counters   what the CPUs count, as far as this machine lets them",
      "scheduler  who waits for a CPU, and who sleeps although there is work",
      "memory     what the process's memory is made of, and what of it grows",
      "runtime    what collections, safepoints and missing compilation cost",
      "locks      who waits for which lock, deadlocks, pools whose workers are all blocked",
      "words      threads that write the same word or line of data, type checks that fail",
      "recording  exceptions, deoptimisation, blocking I/O; needs --attach",
      "",
      "Examples:",
      "  foliot diagnose 4711",
      "  foliot diagnose 4711 --duration 10s --json",
      "  foliot diagnose 4711 --stacks",
      "  foliot compare @2 @1"
    })
public final class DiagnoseCommand implements Callable<Integer> {
  private static final Pattern PID = Pattern.compile("[1-9][0-9]{0,17}");
  private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]+");
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** A look on a busy machine takes longer than it should; then a profiler ends by itself. */
  private static final Duration MOST_LONGER = Duration.ofSeconds(60);

  @Parameters(
      paramLabel = "PID",
      arity = "0..1",
      description = {
        "The process, a JVM: its number, a part of its main class that no other JVM has, or the",
        "beginning of the id of its container or pod.",
        "Without it: the JVMs of this host."
      })
  private String pid = "";

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = {
        "How long to look, from 1s to 10min (5s); up to 0.7 of it longer where a busy machine",
        "leaves a verdict open."
      })
  private String duration = "5s";

  @Option(
      names = "--only",
      paramLabel = "LIST",
      split = ",",
      completionCandidates = Names.class,
      description =
          "Which examinations, with commas between (all): sharing, counters, scheduler, memory,"
              + " runtime, locks, words, and with --attach recording.")
  private List<String> only = new ArrayList<>();

  /** The examinations that a shell offers. */
  static final class Names extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Names() {
      super(Arrays.stream(ExaminationKind.values()).map(ExaminationKind::label).toList());
    }
  }

  @Option(
      names = "--attach",
      description = {
        "Ask the JVM itself too, through its attach socket, for what cannot be seen from outside:",
        "a flight recording of these seconds, and its memory accounts. This starts threads in it,",
        "and some questions stop it for a moment."
      })
  private boolean attach;

  @Option(
      names = "--profile",
      description = {
        "Load async-profiler into the JVM for these seconds, and draw flame graphs of CPU time,"
            + " all",
        "time, allocation and waits for locks in the page; needs --attach."
      })
  private boolean profile;

  @Option(
      names = "--stacks",
      description = {
        "Print the stacks of all threads instead, virtual ones too, equal ones together. Nothing"
            + " is",
        "stopped, so they are not of the very same moment."
      })
  private boolean stacks;

  @Option(names = "--no-store", description = "Keep nothing: print the result only.")
  private boolean noStore;

  @Mixin private final QuietOptions quiet = new QuietOptions();

  private final Foliot foliot;

  public DiagnoseCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() throws Exception {
    mustBeNumberOrName();
    Diagnosis.Request request = new Diagnosis.Request(duration(), examinations(), attach);
    Diagnosis.mustBeLinux(System.getProperty("os.name"));
    if (profile && !attach) {
      throw FoliotException.usage(
          "--profile loads a profiler into the JVM: give --attach too, or use --stacks");
    }
    JvmChoice choice = new JvmChoice(foliot.output());
    if (pid.isEmpty()) {
      choice.list();
      return ExitCode.DONE;
    }
    Optional<Long> chosen =
        PID.matcher(pid).matches() ? Optional.of(Long.parseLong(pid)) : choice.named(pid);
    if (chosen.isEmpty()) {
      return ExitCode.USAGE;
    }
    long process = chosen.get();
    if (stacks) {
      printStacks(process);
      return ExitCode.DONE;
    }
    DiagnoseRun run =
        new DiagnoseRun(
            new Diagnosis(Path.of("/"))::of,
            profile
                ? id -> profile(id, request.duration().plus(MOST_LONGER))
                : DiagnoseRun.Profiling.NONE,
            process,
            request,
            noStore ? null : Store.open(foliot.store()),
            foliot.output());
    quiet.awaitBeside(process, foliot.console());
    return Interruption.during(run::play, run::cancel);
  }

  private static Reading<DiagnoseRun.Profiling.Running> profile(long process, Duration atMost)
      throws InterruptedException {
    return switch (Jcmd.find(Path.of(System.getProperty("java.home")), process)) {
      case Reading.Unavailable<Jcmd> none -> none.retyped();
      case Reading.Value<Jcmd>(Jcmd jcmd) ->
          RunningProfile.start(jcmd, atMost)
              .map(running ->
                  new DiagnoseRun.Profiling.Running() {
                    @Override
                    public Map<ProfileKind, Profile> stop() throws InterruptedException {
                      return running.stop();
                    }

                    @Override
                    public void close() {
                      running.close();
                    }
                  });
    };
  }

  private void printStacks(long process) {
    if (attach || !only.isEmpty()) {
      throw FoliotException.usage(
          "--stacks reads no more than the stacks: leave out --attach and --only");
    }
    switch (StackDump.of(Path.of("/"), process)) {
      case Reading.Unavailable<StackDump> none -> throw FoliotException.environment(none.why());
      case Reading.Value<StackDump>(StackDump dump) -> {
        StacksText text = new StacksText(process, dump);
        if (foliot.output().json()) {
          foliot.console().out().println(text.json());
        } else {
          text.print(foliot.console().out());
        }
      }
    }
  }

  private void mustBeNumberOrName() {
    if (NUMBER.matcher(pid).matches() && !PID.matcher(pid).matches()) {
      throw FoliotException.usage(
          "'" + Shown.text(pid) + "' is no process id: foliot diagnose lists the JVMs here");
    }
    if (pid.isEmpty() && foliot.output().json()) {
      throw FoliotException.usage("--json needs a PID: foliot diagnose lists the JVMs here");
    }
  }

  private Duration duration() {
    Duration asked = Duration.ofNanos(TimeSpan.parseNs(duration));
    if (asked.compareTo(SHORTEST) < 0 || asked.compareTo(LONGEST) > 0) {
      throw FoliotException.usage(
          "--duration is from 1s to 10min, not " + Shown.text(duration) + ": 5s are usual");
    }
    return asked;
  }

  private Set<ExaminationKind> examinations() {
    Set<ExaminationKind> chosen = EnumSet.noneOf(ExaminationKind.class);
    for (String name : only) {
      chosen.add(
          Arrays.stream(ExaminationKind.values())
              .filter(one -> one.label().equals(name.strip()))
              .findFirst()
              .orElseThrow(() -> unknown(name)));
    }
    if (chosen.stream().anyMatch(ExaminationKind::needsAttach) && !attach) {
      throw FoliotException.usage(
          "--only recording needs --attach: it starts a recording in the JVM");
    }
    return chosen.isEmpty() ? EnumSet.allOf(ExaminationKind.class) : chosen;
  }

  private static FoliotException unknown(String name) {
    return FoliotException.usage(
        "--only: there is no examination '"
            + Shown.text(name)
            + "': choose from "
            + Arrays.stream(ExaminationKind.values())
                .map(ExaminationKind::label)
                .collect(Collectors.joining(", ")));
  }
}
