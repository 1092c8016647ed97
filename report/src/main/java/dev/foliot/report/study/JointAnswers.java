package dev.foliot.report.study;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Foreign;
import dev.foliot.store.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What studies that compare ways to thread a service answer together: one sentence, and behind it
 * an answer for each study. All of it is made of the forks' stored figures, by the test that the
 * studies' own verdicts use, so it changes when they do; and what they cannot say is said.
 */
public final class JointAnswers {
  public static final String QUESTION = "Virtual threads, a fixed pool or the self-tuning pool?";

  /** The studies that there are, with what each is there for; in the order of the answers. */
  private static final Map<String, String> ASKED = asked();

  private static final String JDKS = "Does the JDK make a difference?";
  private static final int MOST_GAPS = 10;
  private static final int MOST_NAMES = 8;

  private final List<StudyView> studies;
  private final List<Part> parts;
  private final JdkAnswer jdks;

  /** Of some studies; those that compare something else are left out. */
  public JointAnswers(List<StudyView> all) {
    this.studies =
        ASKED.keySet().stream()
            .flatMap(name -> all.stream().filter(view -> view.study().study().equals(name)))
            .toList();
    this.parts = studies.stream().map(JointAnswers::part).toList();
    this.jdks = new JdkAnswer(studies);
  }

  private static Map<String, String> asked() {
    Map<String, String> asked = new LinkedHashMap<>();
    asked.put("ramp-up", "who carries a burst of requests that wait");
    asked.put("throughput", "who is best under steady load");
    asked.put("short-tasks", "who is best at short tasks");
    asked.put("memory", "how much memory each takes");
    asked.put("scaling", "what more CPUs give");
    return asked;
  }

  /** Whether a study is one of those that compare ways to thread. */
  static boolean asks(StudyView study) {
    return ASKED.containsKey(study.study().study());
  }

  public boolean isEmpty() {
    return studies.isEmpty();
  }

  /**
   * What a study says.
   *
   * @param note how far its figures can be relied upon; empty for without reserve
   */
  private record Part(StudyView study, Said said, String note) {
    String question() {
      return switch (study.study().study()) {
        case "ramp-up" -> "A burst of requests that wait: who carries it, and how soon?";
        case "throughput" -> "Steady load: at which load do the ways part, and who is best?";
        case "short-tasks" -> "Short tasks: who is best, on how many CPUs?";
        case "memory" -> "Memory: who takes least, and what is the difference made of?";
        default -> "More CPUs: what do they give?";
      };
    }

    /** The first sentence says how far all of it can be relied upon. */
    List<String> answer() {
      List<String> answer = new ArrayList<>(said.answer());
      if (!note.isEmpty()) {
        answer.set(0, answer.getFirst() + " (" + note + ")");
      }
      return answer;
    }
  }

  private static Part part(StudyView study) {
    Ways ways = new Ways(study);
    List<Ways.Group> groups = ways.groups();
    List<String> clauses = new ArrayList<>();
    List<String> answer = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    List<String> gaps = new ArrayList<>();
    for (Ways.Group group : groups) {
      String on = group.jdk().isEmpty() ? "" : group.jdk() + ": ";
      Said said = said(study, group.arms(), ways);
      if (!said.clause().isEmpty()) {
        clauses.add(
            group.jdk().isEmpty() ? said.clause() : "on " + group.jdk() + " " + said.clause());
      }
      said.answer().forEach(sentence -> answer.add(on + sentence));
      said.evidence().forEach(figures -> evidence.add(on + figures));
      said.gaps().forEach(gap -> gaps.add(on + gap));
    }
    if (evidence.isEmpty()) {
      gaps.add(ASKED.get(study.study().study()) + " (no fork of " + study.name() + " counts)");
    } else {
      gaps.addAll(uncounted(study));
      ways.missing()
          .forEach(way -> gaps.add("what " + way + " does in " + study.name() + " (not there)"));
    }
    return new Part(
        study,
        new Said(String.join(", and ", clauses), answer, evidence, gaps),
        Footing.of(study).note());
  }

  private static Said said(StudyView study, List<ArmView> arms, Ways ways) {
    return switch (study.study().study()) {
      case "ramp-up" -> BurstAnswer.of(study, arms, ways::words);
      case "throughput" -> SteadyAnswer.of(study, arms, ways::words);
      case "short-tasks" -> ShortTasksAnswer.of(study, arms, ways::words);
      case "memory" -> MemoryAnswer.of(study, arms, ways::words);
      default -> ScalingAnswer.of(study, arms, ways::words);
    };
  }

  /** Arms that have forks, of which none counts, or that came to no fork. */
  private static List<String> uncounted(StudyView study) {
    return study.arms().stream()
        .filter(arm ->
            study.study().points().stream()
                .noneMatch(point -> point.arm().equals(arm.raw()) && StudyView.counts(point)))
        .map(arm ->
            "what " + arm.name() + " does in " + study.name() + " (none of its forks counts)")
        .toList();
  }

  /** The joint sentence, each clause with the study that it is from. */
  Block.Lead lead() {
    List<Block.Clause> clauses = new ArrayList<>();
    for (Part part : parts) {
      if (!part.said.clause().isEmpty()) {
        clauses.add(clause(part.said.clause(), part.study, part.note));
      }
    }
    if (jdks.isAsked()) {
      StudyView study = jdks.study();
      clauses.add(clause(jdks.clause(), study, Footing.of(jdks.studies()).note()));
    }
    return new Block.Lead(QUESTION, machine(), clauses, gaps());
  }

  private static Block.Clause clause(String text, StudyView study, String note) {
    return new Block.Clause(text, study.name(), study.key(), note);
  }

  private String machine() {
    List<String> facts = new ArrayList<>();
    facts.addAll(
        distinct(
            studies.stream()
                .map(study -> study.run().environment().get("cpu_count"))
                .filter(Objects::nonNull)
                .map(count -> Foreign.text(String.valueOf(count), 40) + " CPUs")));
    List<String> versions = JdkAnswer.versions(studies);
    if (!versions.isEmpty()) {
      facts.add("JDK " + String.join(" and ", versions));
    }
    facts.addAll(
        distinct(studies.stream().map(study -> Foreign.text(study.study().form(), 40) + " form")));
    boolean isOne =
        studies.stream()
                .map(study ->
                    String.valueOf(study.run().environment().get("cpu_model"))
                        + study.run().environment().get("cpu_count"))
                .distinct()
                .count()
            == 1;
    return (isOne ? "On this machine (" : "On the machines of these studies (")
        + String.join(", ", facts)
        + ")";
  }

  private static List<String> distinct(Stream<String> texts) {
    return texts.distinct().limit(MOST_NAMES).toList();
  }

  /** What these studies cannot say. */
  private String gaps() {
    List<String> gaps = new ArrayList<>();
    parts.forEach(part -> gaps.addAll(part.said.gaps()));
    ASKED.forEach((name, what) -> {
      if (studies.stream().noneMatch(study -> study.study().study().equals(name))) {
        gaps.add(what + " (foliot study " + name + " is not among these)");
      }
    });
    if (!jdks.isAsked()) {
      gaps.add(jdks.gap());
    }
    if (gaps.isEmpty()) {
      return "";
    }
    int more = gaps.size() - MOST_GAPS;
    return "These studies cannot say "
        + gaps.stream().limit(MOST_GAPS).collect(Collectors.joining("; "))
        + (more > 0 ? "; and " + more + " more" : "")
        + ".";
  }

  /** An answer for each study, and that of the JDK. */
  List<Block.Answer> rows() {
    List<Block.Answer> rows = new ArrayList<>();
    for (Part part : parts) {
      rows.add(
          new Block.Answer(
              part.question(),
              part.study.name(),
              part.study.key(),
              part.answer(),
              part.said.evidence(),
              part.study.study().validity().verdict().toString()));
    }
    rows.add(
        jdks.isAsked()
            ? new Block.Answer(
                JDKS,
                jdks.study().name(),
                jdks.study().key(),
                jdks.answer(),
                jdks.evidence(),
                worst(jdks.studies()).toString())
            : new Block.Answer(JDKS, "", "", jdks.answer(), List.of(), ""));
    return rows;
  }

  private static Verdict worst(List<StudyView> studies) {
    return studies.stream()
        .map(study -> study.study().validity().verdict())
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** All of it as texts, the joint sentence first. */
  public List<JointAnswer> plain() {
    List<JointAnswer> plain = new ArrayList<>();
    Block.Lead lead = lead();
    plain.add(
        new JointAnswer(
            lead.question(),
            lead.text(),
            "",
            studies.stream().map(study -> study.study().id()).toList()));
    for (Part part : parts) {
      plain.add(
          new JointAnswer(
              part.question(),
              String.join("; ", part.answer()),
              String.join(" | ", part.said.evidence()),
              List.of(part.study.study().id())));
    }
    plain.add(
        new JointAnswer(
            JDKS,
            String.join("; ", jdks.answer()),
            String.join(" | ", jdks.evidence()),
            jdks.studies().stream().map(study -> study.study().id()).toList()));
    return plain;
  }
}
