package dev.foliot.cli.diagnose;

import dev.foliot.cli.brief.CountersBrief;
import dev.foliot.cli.details.CountersText;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.json.DiagnosisJson;
import dev.foliot.cli.screen.Words;
import dev.foliot.diagnose.counters.capture.Capture;
import dev.foliot.diagnose.counters.capture.CaptureFile;
import dev.foliot.diagnose.counters.compare.CounterComparison;
import dev.foliot.judgement.answer.CountersAnswer;
import dev.foliot.store.Store;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.diagnosis.CountersRecord;
import dev.foliot.store.diagnosis.DiagnosisFiles;
import dev.foliot.text.FoliotException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code foliot counters compare}: in what two captures differ, and what that suggests. */
@Command(
    name = "compare",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = "Compares the counters of a slow node with those of a fast one.",
    footer = {
      "",
      "SLOW and FAST are each a capture: what perf stat prints, also with -x or -j, a",
      "CSV of toplev, PerfSpect, VTune, AMDuProfPcm, PCM or Arm's topdown-tool, what",
      "likwid-perfctr, perf c2c report --stats or JMH with -prof perfnorm prints, or a",
      "diagnosis with its counters (an id, a unique prefix, a name, a path, @1 for the",
      "latest). SLOW stays the slow side, whatever the counters say.",
      "Hypotheses come from published patterns; each has the command that would",
      "confirm it. They are no failure.",
      "",
      "Examples:",
      "  perf stat -x ';' -o slow.csv -e cycles,instructions -p PID -- sleep 10",
      "  foliot counters compare slow.csv fast.csv",
      "  foliot counters compare @2 @1 --json"
    })
final class CountersCompareCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "SLOW", description = "Of the node that is slow.")
  private String slow = "";

  @Parameters(index = "1", paramLabel = "FAST", description = "Of one that is not.")
  private String fast = "";

  private final Foliot foliot;

  CountersCompareCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() {
    CountersRecord found = CounterComparison.of(capture(slow), capture(fast));
    if (foliot.json()) {
      foliot
          .console()
          .out()
          .println(DiagnosisJson.of(found, CountersAnswer.of(found, foliot.next())));
    } else if (foliot.details()) {
      new CountersText(foliot.console().out(), found, CountersAnswer.of(found, foliot.next()))
          .print();
    } else {
      new CountersBrief(foliot.brief(), found, foliot.next()).print();
    }
    return ExitCode.DONE;
  }

  private Capture capture(String ref) {
    Path file = file(ref);
    if (file != null) {
      return CaptureFile.read(file);
    }
    StoredRun run = run(ref);
    if (!DiagnosisFiles.isDiagnosis(run)) {
      throw FoliotException.usage(
          "run " + Words.shown(run.id()) + " is no diagnosis: it has no counters to compare");
    }
    return CaptureFile.stored(ref, DiagnosisFiles.diagnosis(run));
  }

  private StoredRun run(String ref) {
    try {
      return Store.open(foliot.store()).find(ref);
    } catch (StoreException e) {
      if (e.kind() != StoreException.Kind.NOT_FOUND) {
        throw e;
      }
      throw FoliotException.usage(
          Words.shown(ref) + ": no such file, and no run of the store " + foliot.store());
    }
  }

  /** Null where there is none; a folder is a run's. */
  private static @Nullable Path file(String ref) {
    try {
      Path path = Path.of(ref);
      return !ref.isEmpty() && Files.exists(path) && !Files.isDirectory(path) ? path : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }
}
