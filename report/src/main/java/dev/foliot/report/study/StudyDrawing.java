package dev.foliot.report.study;

import dev.foliot.report.page.Block;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * How a study is drawn: each has one entry in {@link #ALL}, and one that this version does not know
 * is drawn by its loads. Immutable.
 *
 * @param label name of the study; empty for all others
 * @param question that its pictures answer
 * @param advice how to use the answer; empty for nothing
 * @param text what was done, before the pictures
 * @param own its pictures
 * @param measures the figures that decide, for the table of arms
 * @param deciding the load under which they do, by its index
 * @param asksFor whether there are requests, which may fail
 */
record StudyDrawing(
    String label,
    String question,
    String advice,
    Function<StudyView, String> text,
    Function<StudyView, List<Block>> own,
    Function<StudyView, List<StudyMeasure>> measures,
    ToIntFunction<StudyView> deciding,
    Predicate<StudyView> asksFor) {
  private static final int MOST_NAMES = 8;
  private static final int MOST_LOADS = 4;
  private static final String MEMORY = "memory";

  private static final String LOTTERY =
      "One program, with the same threads, code and objects in every fork. One thread asks objects"
          + " of a class for two interfaces in turn, which makes HotSpot write one word of its"
          + " description of that class; the other only asks them for their superclass, which reads"
          + " another word. Before the class another one is loaded, whose number of methods moves"
          + " it: that is all in which the forks differ. There is no network.";

  private static final String REMEDY =
      "One program, with the same threads, code and objects in every fork, as it is and with each"
          + " remedy. Under false sharing one thread asks objects of a class for two interfaces in"
          + " turn, which writes a word of HotSpot's description of that class, and another asks"
          + " for their superclass, which reads another word of the same cache line. Under true"
          + " sharing both write. Steered: an agent loads small classes first, so that the two"
          + " words are on different lines. No-table and no-cache are the newer JDK with its cure"
          + " switched off. There is no network.";

  private static final String OWN_REMEDY =
      "One command, as it is and with each remedy. Steered: an agent loads small classes first, so"
          + " that the words of HotSpot's description of the class that are written and read are on"
          + " different cache lines. No-table and no-cache are a JDK from 23 on with its cure"
          + " switched off. ";

  private static final String SHARING =
      "One program with a thread for each CPU. Each thread works for itself, and ends every"
          + " operation with checks of objects of one class for two interfaces in turn. That writes"
          + " one word of HotSpot's description of the class, for which all threads wait in line."
          + " The newer JDK writes it no more. There is no network.";

  private static final List<StudyMeasure> OF_LOADS =
      List.of(
          StudyMeasure.THROUGHPUT,
          StudyMeasure.PER_CPU,
          StudyMeasure.P99,
          StudyMeasure.RSS,
          StudyMeasure.THREADS);

  private static final StudyDrawing OTHER =
      ofService("", "what was measured", "", StudyDrawing::loads, OF_LOADS);

  private static final List<StudyDrawing> ALL =
      List.of(
          ofService(
              "throughput",
              "at which load do the arms differ?",
              "Look at the load that you expect. Where the arms do not differ, choose by CPU or"
                  + " memory.",
              StudyDrawing::loads,
              OF_LOADS),
          ofService(
              "ramp-up",
              "who reaches full throughput, how soon?",
              "For bursts choose the arm that reaches full throughput first. An arm that never does"
                  + " needs more threads.",
              StudyDrawing::ramps,
              List.of(
                  StudyMeasure.TO_FULL,
                  StudyMeasure.SUSTAINED,
                  StudyMeasure.THREADS,
                  StudyMeasure.RSS,
                  StudyMeasure.CPU)),
          new StudyDrawing(
              MEMORY,
              "what is the memory made of?",
              "Size containers by the RSS under the greater load. Look below for the part that"
                  + " differs.",
              StudyDrawing::loops,
              StudyDrawing::memory,
              study ->
                  List.of(
                      StudyMeasure.RSS_END,
                      StudyMeasure.DIRECT_END,
                      StudyMeasure.DIRECT_FELL,
                      StudyMeasure.THROUGHPUT,
                      StudyMeasure.P99),
              study -> study.study().steps().size() - 1,
              study -> true),
          ofService(
              "short-tasks",
              "what do short tasks cost?",
              "Look at the length of your own tasks. The shorter they are, the more the threading"
                  + " model matters.",
              StudyDrawing::tasks,
              List.of(
                  StudyMeasure.THROUGHPUT,
                  StudyMeasure.CPU_PER_TASK,
                  StudyMeasure.WAKE_WAIT,
                  StudyMeasure.PARKED)),
          ofService(
              "scaling",
              "what does another CPU give?",
              "Give the service the CPUs up to which throughput grows.",
              StudyDrawing::scaling,
              OF_LOADS),
          new StudyDrawing(
              "sharing-lottery",
              "does the address decide the speed?",
              "Where the speed follows the address, foliot diagnose names the class in your own"
                  + " process.",
              study -> LOTTERY,
              LotteryPlots::of,
              study ->
                  List.of(
                      StudyMeasure.PLACE,
                      StudyMeasure.READER,
                      StudyMeasure.READER_PER_CPU,
                      StudyMeasure.WRITER),
              StudyView::busiest,
              study -> false),
          new StudyDrawing(
              "remedy",
              "which remedy helps, and what is next?",
              "Take the remedy that brings the speed back at the least effort.",
              StudyDrawing::remedy,
              RemedyTables::of,
              RemedyTables::measures,
              // the load that all the remedies are for comes first
              study -> 0,
              StudyDrawing::isAsked),
          new StudyDrawing(
              "sharing-scaling",
              "what do more CPUs give threads that share a cache line?",
              "Where more CPUs give little, foliot diagnose on most of them names what threads"
                  + " share.",
              study -> SHARING,
              StudyDrawing::scaling,
              study -> List.of(StudyMeasure.THROUGHPUT, StudyMeasure.CPU_PER_OPERATION),
              StudyView::busiest,
              study -> false));

  private static StudyDrawing ofService(
      String label,
      String question,
      String advice,
      Function<StudyView, List<Block>> own,
      List<StudyMeasure> measures) {
    return new StudyDrawing(
        label,
        question,
        advice,
        StudyDrawing::loops,
        own,
        study -> measures,
        StudyView::busiest,
        study -> true);
  }

  /** That of a study. */
  static StudyDrawing of(StudyView study) {
    return ALL.stream()
        .filter(drawing -> drawing.label.equals(study.study().study()))
        .findFirst()
        .orElse(OTHER);
  }

  /** What was done. */
  String introduction(StudyView study) {
    return text.apply(study);
  }

  /** Its pictures, and those of the memory where it looked at that too, under its busiest load. */
  List<Block> pictures(StudyView study) {
    List<Block> pictures = new ArrayList<>(own.apply(study));
    MemoryPlots memory = new MemoryPlots(study, study.busiest());
    if (!label.equals(MEMORY) && !memory.isEmpty()) {
      pictures.addAll(memory.blocks());
    }
    return pictures;
  }

  /** Whether there are requests, which may fail. */
  boolean hasRequests(StudyView study) {
    return asksFor.test(study);
  }

  /** Whether it is a command of the user's that is asked by a driver. */
  private static boolean isAsked(StudyView study) {
    return RemedyTables.isOwn(study) && !study.step(0).loop().equals("none");
  }

  private static String remedy(StudyView study) {
    return !RemedyTables.isOwn(study)
        ? REMEDY
        : OWN_REMEDY
            + (study.step(0).loop().equals("none")
                ? "It does its own work, and its speed is by the total that it prints."
                : loops(study));
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
          .computeIfAbsent(study.step(step).loop(), loop -> new ArrayList<>())
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
