package dev.foliot.report.study;

import dev.foliot.judgement.study.StudyDrawing;
import dev.foliot.report.page.Block;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The pictures of a study, by the kind that it asks for. Stateless. */
final class StudyPictures {
  private static final int MOST_NAMES = 8;
  private static final int MOST_LOADS = 4;

  private StudyPictures() {}

  /** What was done: the study's own words, and what the kind of load means. */
  static String introduction(StudyView study) {
    StudyDrawing drawing = study.drawing();
    return drawing.introduction() + (drawing.hasRequests() ? loops(study) : "");
  }

  /** Its pictures, and those of the memory where it looked at that too, under its busiest load. */
  static List<Block> of(StudyView study) {
    List<Block> pictures =
        new ArrayList<>(
            switch (study.drawing().pictures()) {
              case LOADS -> loads(study);
              case RAMPS -> ramps(study);
              case MEMORY -> memory(study);
              case TASKS -> tasks(study);
              case CPUS -> scaling(study);
              case PLACES -> LotteryPlots.of(study);
              case REMEDIES -> RemedyTables.of(study);
            });
    MemoryPlots memory = new MemoryPlots(study, study.busiest());
    if (study.drawing().pictures() != StudyDrawing.Pictures.MEMORY && !memory.isEmpty()) {
      pictures.addAll(memory.blocks());
    }
    return pictures;
  }

  private static List<Block> loads(StudyView study) {
    return LoadPlots.isLine(study) ? LoadPlots.of(study) : ramps(study);
  }

  private static List<Block> ramps(StudyView study) {
    List<Block> blocks = new ArrayList<>();
    int steps = Math.min(MOST_LOADS, study.study().steps().size());
    for (int step = 0; step < steps; step++) {
      if (study.study().steps().size() > 1) {
        blocks.add(new Block.Prose(study.stepName(step)));
      }
      blocks.addAll(new RampPlots(study, step).blocks());
    }
    return blocks;
  }

  private static List<Block> memory(StudyView study) {
    List<Block> blocks = new ArrayList<>();
    for (int step = 0; step < Math.min(MOST_LOADS, study.study().steps().size()); step++) {
      MemoryPlots plots = new MemoryPlots(study, step);
      if (!plots.isEmpty()) {
        blocks.addAll(plots.blocks());
      }
    }
    return blocks.isEmpty() ? loads(study) : blocks;
  }

  private static List<Block> tasks(StudyView study) {
    TaskPlots plots = new TaskPlots(study);
    return plots.isEmpty() ? loads(study) : plots.blocks();
  }

  private static List<Block> scaling(StudyView study) {
    List<Block> plots = ScalingPlots.of(study);
    return plots.isEmpty() ? loads(study) : plots;
  }

  /** Which loop it was, said plainly; and of which loads, where they are not all alike. */
  private static String loops(StudyView study) {
    Map<String, List<String>> loads = new LinkedHashMap<>();
    for (int step = 0; step < study.study().steps().size(); step++) {
      loads
          .computeIfAbsent(study.step(step).load().loop(), loop -> new ArrayList<>())
          .add(study.stepName(step));
    }
    List<String> sentences = new ArrayList<>();
    for (String loop : List.of("closed", "open", "none")) {
      List<String> names = loads.getOrDefault(loop, List.of());
      if (!names.isEmpty()) {
        sentences.add(loop(loop, loads.size() == 1 ? "" : " (" + some(names) + ")"));
      }
    }
    return String.join(" ", sentences);
  }

  /**
   * A loop in words.
   *
   * @param which loads, in brackets; empty for all of them
   */
  private static String loop(String loop, String which) {
    return switch (loop) {
      case "closed" ->
          (which.isEmpty() ? "The load is a closed loop" : "In a closed loop" + which)
              + ": there are never more requests than clients. A slow service gets fewer requests,"
              + " so response times are shorter than for users who arrive on their own schedule.";
      case "open" ->
          (which.isEmpty() ? "The load is an open loop" : "In an open loop" + which)
              + ": requests arrive on their own schedule whether the service keeps up or not, and"
              + " their wait counts.";
      default -> "Loads without a loop have no network: the tasks come from within the process.";
    };
  }

  private static String some(List<String> names) {
    int left = names.size() - MOST_NAMES;
    return names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
        + (left > 0 ? " and " + left + " more" : "");
  }
}
