package dev.foliot.cli.diagnose;

import dev.foliot.bench.TimeSpan;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.Interruption;
import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.ProgressLine;
import dev.foliot.diagnose.Diagnosis;
import dev.foliot.diagnose.counters.CounterRecording;
import dev.foliot.diagnose.counters.CounterRecording.Recorded;
import dev.foliot.linux.Reading;
import dev.foliot.store.Durable;
import dev.foliot.store.Json;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code foliot counters record}: the capture of one node that {@code compare} reads. */
@Command(
    name = "record",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = "Records the counters of a process for counters compare, with perf stat.",
    footer = {
      "",
      "Events that the processor cannot count at once take turns, in rounds of their",
      "own, three times over, so no count is scaled up. It needs perf, and hardware",
      "counters: most virtual machines have none. Count under load, on a slow and on a",
      "fast node at the same time.",
      "",
      "Examples:",
      "  foliot counters record 4711 --output slow.csv",
      "  foliot counters compare slow.csv fast.csv"
    })
final class CountersRecordCommand implements Callable<Integer> {
  private static final Pattern PID = Pattern.compile("[1-9][0-9]{0,17}");
  private static final Duration SHORTEST = Duration.ofSeconds(5);
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final String SCHEMA = "foliot.counters_record/1";
  private static final List<String> SHOWN =
      List.of("cycles per instruction", "GHz while on a CPU", "CPUs used");

  @Parameters(
      index = "0",
      paramLabel = "PID",
      description = {
        "The process: its number, or of a JVM a part of its",
        "main class or of the id of its container."
      })
  private String pid = "";

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "How long to count, from 5s to 10min (30s).")
  private String duration = "30s";

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Where to write, a new file (counters-PID.csv).")
  private @Nullable String output;

  /** Who counts. */
  interface Recorder {
    Reading<Recorded> of(long pid, Duration duration, CounterRecording.Progress progress);
  }

  private final Foliot foliot;
  private final Recorder recorder;
  private @Nullable Thread counting;
  private boolean cancelled;
  private volatile String step = "trying which events this machine counts";

  CountersRecordCommand(Foliot foliot) {
    this(foliot, new CounterRecording()::of);
  }

  CountersRecordCommand(Foliot foliot, Recorder recorder) {
    this.foliot = foliot;
    this.recorder = recorder;
  }

  @Override
  public Integer call() throws Exception {
    Duration asked = duration();
    Diagnosis.mustBeLinux(System.getProperty("os.name"));
    Optional<Long> chosen =
        PID.matcher(pid).matches()
            ? Optional.of(Long.parseLong(pid))
            : new JvmChoice(foliot.output()).named(pid);
    if (chosen.isEmpty()) {
      return ExitCode.USAGE;
    }
    Path file = file(chosen.get());
    return Interruption.during(() -> record(chosen.get(), asked, file), this::cancel);
  }

  private Duration duration() {
    Duration asked = Duration.ofNanos(TimeSpan.parseNs(duration));
    if (asked.compareTo(SHORTEST) < 0 || asked.compareTo(LONGEST) > 0) {
      throw FoliotException.usage(
          "--duration is from 5s to 10min, not " + Shown.text(duration) + ": 30s are usual");
    }
    return asked;
  }

  /** Where to write; refused before anything is counted. */
  private Path file(long process) {
    String name = output == null ? "counters-" + process + ".csv" : output;
    Path file;
    try {
      file = Path.of(name).toAbsolutePath();
    } catch (InvalidPathException e) {
      throw FoliotException.usage("--output " + Shown.text(name) + " is no path");
    }
    if (Files.exists(file)) {
      throw FoliotException.usage(
          Shown.text(name) + " exists already: give another --output, or remove it");
    }
    Path folder = file.getParent();
    if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw FoliotException.usage(
          Shown.text(name) + " cannot be written: give --output in a folder that is there");
    }
    return file;
  }

  /** Ends it early; called by another thread. */
  private synchronized void cancel() {
    cancelled = true;
    if (counting != null) {
      counting.interrupt();
    }
  }

  private int record(long process, Duration asked, Path file) {
    Reading<Recorded> reading = count(process, asked);
    boolean interrupted;
    synchronized (this) {
      interrupted = cancelled;
    }
    return switch (reading) {
      case Reading.Unavailable<Recorded> none -> {
        foliot.console().error(interrupted ? "interrupted; nothing is kept" : none.sentence());
        yield interrupted ? ExitCode.INTERRUPTED : ExitCode.ENVIRONMENT;
      }
      case Reading.Value<Recorded>(Recorded recorded) -> kept(recorded, process, file);
    };
  }

  private Reading<Recorded> count(long process, Duration asked) {
    synchronized (this) {
      counting = Thread.currentThread();
      if (cancelled) {
        counting.interrupt();
      }
    }
    try (ProgressLine _ = new ProgressLine(foliot.console(), () -> step)) {
      return recorder.of(
          process, asked, (counted, planned) -> step = "round " + (counted + 1) + " of " + planned);
    } finally {
      synchronized (this) {
        counting = null;
        // what is written from here on is not to be interrupted
        Thread.interrupted();
      }
    }
  }

  private int kept(Recorded recorded, long process, Path file) {
    try {
      Durable.replace(file, out -> out.write(recorded.text().getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      foliot
          .console()
          .error(
              Shown.text(file.toString())
                  + " cannot be written: "
                  + Shown.text(String.valueOf(e.getMessage()))
                  + "; give another --output");
      return ExitCode.ENVIRONMENT;
    }
    Reason cut = recorded.cut();
    if (cut != null) {
      foliot
          .console()
          .error(
              Shown.text(cut.sentence())
                  + "; "
                  + recorded.counted()
                  + " of "
                  + Numbers.count(recorded.planned(), "round")
                  + " are in "
                  + Brief.shown(file));
      return recorded.interrupted() ? ExitCode.INTERRUPTED : ExitCode.ENVIRONMENT;
    }
    if (foliot.json()) {
      foliot.console().out().println(Json.text(json(recorded, process, file)));
    } else {
      print(recorded, process, file);
    }
    return ExitCode.DONE;
  }

  private Map<String, Object> json(Recorded recorded, long process, Path file) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", SCHEMA);
    json.put("pid", process);
    json.put("file", file.toString());
    json.put("rounds", recorded.rounds());
    json.put("counted_rounds", recorded.counted());
    json.put("metrics", recorded.capture().metrics());
    json.put("without", recorded.without());
    return json;
  }

  private void print(Recorded recorded, long process, Path file) {
    Brief brief = foliot.brief();
    StringBuilder figures = new StringBuilder();
    for (String name : SHOWN) {
      Double value = recorded.capture().metrics().get(name);
      if (value != null) {
        figures.append(figures.isEmpty() ? ": " : ", ");
        figures.append(Numbers.significant(value, 3)).append(' ').append(name);
      }
    }
    brief.answer(
        "Counted "
            + Numbers.count(recorded.capture().counts().size() - 1, "event")
            + " of process "
            + process
            + " in "
            + Numbers.count(recorded.counted(), "round")
            + figures
            + ".",
        3);
    recorded.without().forEach(text -> brief.line("without", text));
    brief.file("file", file);
    brief.next(foliot.next().of("counters", "compare", Brief.shown(file), "FAST"));
  }
}
