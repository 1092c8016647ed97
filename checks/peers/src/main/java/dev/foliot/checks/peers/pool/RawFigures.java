package dev.foliot.checks.peers.pool;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Writes every run at once as a line of CSV, which survives an interrupted comparison. */
final class RawFigures implements AutoCloseable {
  private final PrintWriter out;

  RawFigures(Path file) throws IOException {
    out = new PrintWriter(Files.newBufferedWriter(file), true);
    List<String> heads =
        new ArrayList<>(List.of("case", "step", "length", "round", "body", "size", "reason"));
    Stream.of(Figure.values()).forEach(figure -> heads.add(figure.name()));
    out.println(String.join(",", heads));
  }

  /**
   * Writes a run.
   *
   * @param round from 0; -1 in the search for the best size
   */
  void add(Case load, Length length, int round, Body body, int size, Outcome outcome) {
    for (int step = 0; step < load.steps().size(); step++) {
      List<String> cells =
          new ArrayList<>(
              List.of(
                  load.name(),
                  load.steps().get(step).label(),
                  length.name(),
                  Integer.toString(round),
                  quoted(body.label()),
                  Integer.toString(body == Body.FIXED ? size : 0)));
      switch (outcome) {
        case Outcome.Failed(String reason) -> cells.add(quoted(reason));
        case Outcome.Done(HarnessResult told) -> {
          cells.add(quoted(String.join("; ", told.notes())));
          for (Figure figure : Figure.values()) {
            double value = told.figure(step, figure);
            cells.add(Double.isNaN(value) ? "" : Double.toString(value));
          }
        }
      }
      out.println(String.join(",", cells));
    }
  }

  private static String quoted(String words) {
    return '"' + words.replace("\"", "\"\"") + '"';
  }

  @Override
  public void close() {
    out.close();
  }
}
