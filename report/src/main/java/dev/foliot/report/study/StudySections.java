package dev.foliot.report.study;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Section;
import dev.foliot.report.page.Units;
import dev.foliot.store.JointRecord;
import dev.foliot.store.StudyAnswer;
import dev.foliot.store.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which sections the page of some studies has, in which order. */
public final class StudySections {
  private static final int MOST_ANSWERS = 60;
  private static final int MOST_SENTENCES = 16;
  private static final int LONGEST_SENTENCE = 400;
  private static final int MOST_NAMES = 8;

  private final List<StudyView> studies;
  private final JointRecord joint;

  /**
   * Of some studies.
   *
   * @param joint what they answer together
   */
  public StudySections(List<StudyView> studies, JointRecord joint) {
    this.studies = studies;
    this.joint = joint;
  }

  public List<Section> all() {
    List<Section> sections = new ArrayList<>();
    sections.add(new Section("result", "Result", top()));
    studies.forEach(study -> sections.addAll(ofStudy(study)));
    return sections;
  }

  private List<Block> top() {
    List<Block> blocks = new ArrayList<>();
    if (studies.size() == 1) {
      StudyView only = studies.getFirst();
      blocks.add(Block.Verdict.of(only.study().validity(), ""));
      if (!only.study().complete()) {
        blocks.add(new Block.Prose(INTERRUPTED));
      }
    }
    List<Block.Answer> answers =
        studies.stream().flatMap(study -> answers(study).stream()).limit(MOST_ANSWERS).toList();
    if (studies.size() > 1) {
      blocks.addAll(together());
    }
    if (!answers.isEmpty()) {
      Block all =
          new Block.Answers("answers", "Questions and answers", answers, studies.size() == 1);
      blocks.add(
          studies.size() == 1
              ? all
              : new Block.Folded(
                  "All " + answers.size() + " answers, study by study", List.of(all)));
    }
    ArmsTable arms = new ArmsTable(studies);
    if (!arms.isEmpty()) {
      blocks.add(arms.block());
    }
    return blocks;
  }

  /**
   * What the studies that compare ways to thread say together, and of each other one what it is
   * there for, which is its first answer.
   */
  private List<Block> together() {
    List<Block> blocks = new ArrayList<>();
    List<Block.Answer> shorts = new ArrayList<>();
    if (!joint.isEmpty()) {
      blocks.add(lead());
      joint.rows().forEach(row -> shorts.add(answer(row)));
    }
    studies.stream()
        .filter(study -> !joint.studies().contains(study.study().id()))
        .forEach(study -> answers(study).stream().limit(1).forEach(shorts::add));
    if (!shorts.isEmpty()) {
      blocks.add(new Block.Answers("short", "In short", shorts, false));
    }
    return blocks;
  }

  private Block.Lead lead() {
    return new Block.Lead(
        Foreign.sentence(joint.question()),
        Foreign.exact(joint.machine()),
        joint.clauses().stream()
            .map(one ->
                new Block.Clause(
                    Foreign.exact(one.text()),
                    Foreign.name(one.study()),
                    key(one.id()),
                    Foreign.sentence(one.note())))
            .toList(),
        Foreign.exact(joint.gaps()));
  }

  private Block.Answer answer(JointRecord.Row row) {
    Verdict verdict = row.verdict();
    return new Block.Answer(
        Foreign.sentence(row.question()),
        Foreign.name(row.study()),
        row.ids().isEmpty() ? "" : key(row.ids(), row.study()),
        row.answer().stream().map(Foreign::exact).toList(),
        row.evidence().stream().map(Foreign::exact).toList(),
        verdict == null ? "" : verdict.toString());
  }

  /** The key of a study's section; of several the one that is named. */
  private String key(List<String> ids, String name) {
    return studies.stream()
        .filter(study -> ids.contains(study.study().id()) && study.name().equals(name))
        .findFirst()
        .map(StudyView::key)
        .orElseGet(() -> key(ids.getFirst()));
  }

  private String key(String id) {
    return studies.stream()
        .filter(study -> study.study().id().equals(id))
        .findFirst()
        .map(StudyView::key)
        .orElse("");
  }

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

  private static final String INTERRUPTED =
      "The study did not come to its end: the answers are those of the forks that were whole.";

  private List<Block.Answer> answers(StudyView study) {
    List<Block.Answer> answers = new ArrayList<>();
    for (StudyAnswer answer : study.study().verdict()) {
      answers.add(
          new Block.Answer(
              Foreign.sentence(answer.question()),
              study.name() + (study.study().complete() ? "" : ", not complete"),
              study.key(),
              sentences(answer.answer()),
              sentences(answer.evidence()),
              study.study().validity().verdict().toString()));
    }
    return answers;
  }

  /** A long sentence in its parts, as verdicts are put together: by loads, or else by arms. */
  private static List<String> sentences(String text) {
    String between = text.contains(" | ") ? " | " : "; ";
    List<String> parts =
        Pattern.compile(Pattern.quote(between))
            .splitAsStream(text)
            .filter(part -> !part.isBlank())
            .map(part -> Foreign.text(part.strip(), LONGEST_SENTENCE))
            .toList();
    if (parts.size() <= MOST_SENTENCES) {
      return parts;
    }
    List<String> some = new ArrayList<>(parts.subList(0, MOST_SENTENCES));
    some.add("and " + (parts.size() - MOST_SENTENCES) + " more, in study.json");
    return List.copyOf(some);
  }

  private List<Section> ofStudy(StudyView study) {
    List<Section> sections = new ArrayList<>();
    String prefix = studies.size() == 1 ? "" : study.name() + ": ";
    List<Block> pictures = new ArrayList<>();
    if (studies.size() > 1) {
      pictures.add(Block.Verdict.of(study.study().validity(), about(study)));
      if (!study.study().complete()) {
        pictures.add(new Block.Prose(INTERRUPTED));
      }
    }
    pictures.add(
        new Block.Prose(
            isLottery(study) ? LOTTERY : isRemedy(study) ? remedy(study) : loops(study)));
    pictures.addAll(pictures(study));
    pictures.addAll(memoryBeside(study));
    String heading = studies.size() == 1 ? "What was measured" : prefix + question(study);
    sections.add(new Section(study.key(), heading, pictures));
    List<Block> panels = new ArrayList<>();
    panels.addAll(new CoursePanels(study).blocks(studies.size() == 1));
    panels.addAll(PoolEventTable.blocks(study));
    if (!panels.isEmpty()) {
      sections.add(new Section(study.key() + "-time", prefix + "Over time", panels));
    }
    StudyTables tables = new StudyTables(study);
    List<Block> numbers = new ArrayList<>(tables.flights());
    if (!isLottery(study) && (!isRemedy(study) || isAsked(study))) {
      numbers.add(tables.errors());
    }
    numbers.add(tables.points());
    sections.add(new Section(study.key() + "-numbers", prefix + "In numbers", numbers));
    sections.add(
        new Section(
            study.key() + "-environment", prefix + "Conditions and command", tables.conditions()));
    return sections;
  }

  private static String about(StudyView study) {
    return Foreign.text(study.study().form(), 40)
        + " form, "
        + Units.count(study.study().points().size(), "fork")
        + ", "
        + Foreign.text(study.study().id(), 40);
  }

  private static String question(StudyView study) {
    return switch (study.study().study()) {
      case "throughput" -> "at which load do the arms part?";
      case "ramp-up" -> "who gives all it can, how soon?";
      case "memory" -> "what is the memory made of?";
      case "short-tasks" -> "what do short tasks cost?";
      case "scaling" -> "what does another CPU give?";
      case "sharing-lottery" -> "does the address decide the speed?";
      case "remedy" -> "which remedy helps, and what is next?";
      default -> "what was measured";
    };
  }

  private List<Block> pictures(StudyView study) {
    return switch (study.study().study()) {
      case "ramp-up" -> ramps(study);
      case "memory" -> memory(study);
      case "short-tasks" -> tasks(study);
      case "scaling" -> scaling(study);
      case "sharing-lottery" -> LotteryPlots.of(study);
      case "remedy" -> RemedyTables.of(study);
      default -> loads(study);
    };
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

  private static boolean isRemedy(StudyView study) {
    return study.study().study().equals("remedy");
  }

  private static boolean isLottery(StudyView study) {
    return study.study().study().equals("sharing-lottery");
  }

  private List<Block> loads(StudyView study) {
    LoadPlots plots = new LoadPlots(study);
    return plots.isLine() ? plots.blocks() : ramps(study);
  }

  private List<Block> ramps(StudyView study) {
    List<Block> blocks = new ArrayList<>();
    int steps = Math.min(4, study.study().steps().size());
    for (int step = 0; step < steps; step++) {
      if (study.study().steps().size() > 1) {
        blocks.add(new Block.Prose(study.stepName(step)));
      }
      blocks.addAll(new RampPlots(study, step).blocks());
    }
    return blocks;
  }

  private List<Block> memory(StudyView study) {
    List<Block> blocks = new ArrayList<>();
    for (int step = 0; step < Math.min(4, study.study().steps().size()); step++) {
      MemoryPlots plots = new MemoryPlots(study, step);
      if (!plots.isEmpty()) {
        blocks.addAll(plots.blocks());
      }
    }
    return blocks.isEmpty() ? loads(study) : blocks;
  }

  /** Of a study that is of something else and looked at the memory too, under its busiest load. */
  private List<Block> memoryBeside(StudyView study) {
    MemoryPlots plots = new MemoryPlots(study, study.busiest());
    return study.study().study().equals("memory") || plots.isEmpty() ? List.of() : plots.blocks();
  }

  private List<Block> tasks(StudyView study) {
    TaskPlots plots = new TaskPlots(study);
    return plots.isEmpty() ? loads(study) : plots.blocks();
  }

  private List<Block> scaling(StudyView study) {
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
              + ": there are never more requests than clients, so a slow service is asked less, and"
              + " response times leave out what users who come by themselves would have waited.";
      case "open" ->
          (which.isEmpty() ? "The load is an open loop" : "In an open loop" + which)
              + ": requests come at their times whether the service keeps up or not, and what they"
              + " wait counts.";
      default ->
          "There is no network in loads without a loop: the tasks come from within the process.";
    };
  }

  private static String some(List<String> names) {
    int left = names.size() - MOST_NAMES;
    return names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
        + (left > 0 ? " and " + left + " more" : "");
  }
}
