package dev.foliot.checks.fleets;

import dev.foliot.fleet.FleetAnalysis;
import dev.foliot.store.fleet.FleetRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/** Shows one simulated fleet with its analysis, and writes it to a file. */
public final class ShowFleet {
  private ShowFleet() {}

  /**
   * Prints its recipe, its truth and the analysis.
   *
   * @param args the kind, the seed, optionally a file for its points, {@code .csv} or {@code
   *     .parquet}, then optionally the maximum of nodes
   * @throws IOException if the file cannot be written
   */
  public static void main(String[] args) throws IOException {
    if (args.length < 2) {
      System.out.println("KIND SEED [FILE.csv|FILE.parquet [MOST_NODES]]; kinds are");
      for (FleetKind kind : FleetKind.values()) {
        System.out.println("  " + kind.words());
      }
      return;
    }
    int mostNodes = args.length > 3 ? Integer.parseInt(args[3]) : SimulatedFleets.MOST_NODES;
    FleetRecipe recipe = Recipes.draw(FleetKind.named(args[0]), Long.parseLong(args[1]), mostNodes);
    SimulatedFleet fleet = SimulatedFleet.of(recipe);
    SimulatedFleet.Drawn drawn = fleet.draw();
    System.out.println("simulated: " + recipe);
    System.out.println(
        "in truth "
            + drawn.truth().parts()
            + " band(s), the smallest with "
            + drawn.truth().smallest()
            + " nodes, D "
            + drawn.truth().separation()
            + ", explained by "
            + drawn.truth().explains());
    if (args.length > 2) {
      FleetFile.write(fleet, Path.of(args[2]));
      System.out.println(args[2] + ": --metric " + fleet.metric());
    }
    FleetRecord record = FleetAnalysis.of(drawn.measured(), Instant.EPOCH, recipe.seed());
    System.out.println(record.verdict().words() + " " + record.finding().limits());
    record.bands().forEach(System.out::println);
    record
        .steps()
        .forEach(step -> System.out.println("  " + step.name().shown() + ": " + step.said()));
    record.groups().explanations().explainedBy().forEach(System.out::println);
    record.groups().explanations().goesWith().forEach(System.out::println);
    System.out.println(
        "outliers "
            + record.groups().places().outliers()
            + ", loyalty "
            + record.groups().loyalty());
    System.out.println(Outcome.of(recipe).line());
  }
}
