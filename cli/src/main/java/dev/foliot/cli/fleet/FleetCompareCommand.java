package dev.foliot.cli.fleet;

import dev.foliot.cli.brief.FleetComparisonBrief;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.json.FleetJson;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.FleetComparisonAnswer;
import dev.foliot.judgement.fleet.FleetComparer;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.fleet.FleetComparison;
import dev.foliot.store.fleet.FleetFiles;
import dev.foliot.text.FoliotException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code foliot fleet compare}: how a fleet changed. */
@Command(
    name = "compare",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = "Compares a fleet before a change with the same fleet after it.",
    footer = {
      "",
      "A and B are fleets in the store (an id, a unique prefix, a name, a path, @1 for",
      "the latest), analysed with the same --metric.",
      "",
      "Examples:",
      "  foliot fleet monday.csv --metric cpu/rps",
      "  foliot fleet friday.csv --metric cpu/rps",
      "  foliot fleet compare @2 @1"
    })
final class FleetCompareCommand implements Callable<Integer> {
  private static final long SEED = 1;

  @Parameters(index = "0", paramLabel = "A", description = "The fleet before.")
  private String a = "";

  @Parameters(index = "1", paramLabel = "B", description = "The fleet after.")
  private String b = "";

  private final Foliot foliot;

  FleetCompareCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() {
    Store store = Store.open(foliot.store());
    StoredRun before = fleet(store, a);
    StoredRun after = fleet(store, b);
    FleetComparison comparison =
        FleetComparer.compare(
            before.id(), FleetFiles.fleet(before), after.id(), FleetFiles.fleet(after), SEED);
    FleetComparisonAnswer answer = FleetComparisonAnswer.of(comparison);
    if (foliot.json()) {
      foliot.console().out().println(FleetJson.of(comparison, answer));
    } else {
      new FleetComparisonBrief(foliot.brief(), comparison, answer, foliot.details()).print();
    }
    return ExitCode.DONE;
  }

  private static StoredRun fleet(Store store, String ref) {
    StoredRun run = store.find(ref);
    if (!FleetFiles.isFleet(run)) {
      throw FoliotException.usage(
          "run "
              + Words.shown(run.id())
              + " is no fleet: name two runs of foliot fleet, as foliot fleet compare @2 @1");
    }
    return run;
  }
}
