package dev.foliot.study.answer;

import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The arms of a study as people speak of them: {@code virtual threads}. Immutable. */
public final class ArmNames {
  private static final int LONGEST = 40;
  private static final String FIXED = "fixed:";
  private static final String THREADS = " threads";

  /** Of no arms: each has its own name. */
  public static final ArmNames NONE = new ArmNames();

  private final Map<String, ArmName> names = new LinkedHashMap<>();
  private final Map<String, ArmName> withoutJdk = new LinkedHashMap<>();

  /**
   * An arm in a sentence.
   *
   * @param text within a sentence
   * @param isPlural whether its verb is in the plural
   */
  public record ArmName(String text, boolean isPlural) {
    /** With a verb: {@code virtual threads reach}, {@code the adaptive pool reaches}. */
    public String does(String verb) {
      return text + " " + verb(verb, isPlural);
    }
  }

  private ArmNames() {}

  /** Of all arms of a study; where one strategy is there on several JDKs, with the JDK. */
  public ArmNames(StudyRecord study) {
    for (StudyArm arm : study.arms()) {
      ArmName name = name(arm);
      withoutJdk.put(arm.name(), name);
      names.put(arm.name(), isOnOneJdk(study, arm) ? name : on(name, jdk(study, arm)));
    }
  }

  /** The same without JDKs, for arms that are all on one. */
  public ArmNames withoutJdks() {
    ArmNames others = new ArmNames();
    others.names.putAll(withoutJdk);
    others.withoutJdk.putAll(withoutJdk);
    return others;
  }

  private static boolean isOnOneJdk(StudyRecord study, StudyArm arm) {
    return !isNamedByStrategy(arm)
        || study.arms().stream()
            .filter(other -> isNamedByStrategy(other) && other.strategy().equals(arm.strategy()))
            .allMatch(other -> other.jvm().jdk().equals(arm.jvm().jdk()));
  }

  private static ArmName on(ArmName name, String jdk) {
    return new ArmName(name.text + " on " + jdk, name.isPlural);
  }

  /** Its version, and its folder where another one of the study has the same version. */
  private static String jdk(StudyRecord study, StudyArm arm) {
    boolean isEnough =
        study.arms().stream()
            .filter(other -> other.jvm().jdkVersion().equals(arm.jvm().jdkVersion()))
            .allMatch(other -> other.jvm().jdk().equals(arm.jvm().jdk()));
    return "JDK "
        + Shown.text(arm.jvm().jdkVersion(), LONGEST)
        + (isEnough ? "" : " (" + Shown.text(arm.jvm().jdk()) + ")");
  }

  /** Whether its name says no more than its strategy and its JDK. */
  private static boolean isNamedByStrategy(StudyArm arm) {
    return arm.name().equals(arm.strategy()) || arm.name().startsWith(arm.strategy() + " on ");
  }

  private static ArmName name(StudyArm arm) {
    if (!isNamedByStrategy(arm)) {
      return new ArmName(Shown.text(arm.name(), LONGEST), arm.name().endsWith(THREADS));
    }
    return switch (arm.strategy()) {
      case "virtual" -> new ArmName("virtual threads", true);
      case "adaptive" -> new ArmName("the adaptive pool", false);
      case "adaptive-virtual" -> new ArmName("the adaptive pool on virtual threads", false);
      case "cached" -> new ArmName("the cached pool", false);
      case "fixed:cpus" -> new ArmName("the fixed pool with a thread per CPU", false);
      default ->
          arm.strategy().startsWith(FIXED)
              ? new ArmName(
                  "the fixed pool of "
                      + Shown.text(arm.strategy().substring(FIXED.length()), LONGEST),
                  false)
              : new ArmName(Shown.text(arm.name(), LONGEST), false);
    };
  }

  /** Some arms in the order of the study; those that it does not have come last, as they are. */
  public List<String> ordered(List<String> arms) {
    List<String> known = List.copyOf(names.keySet());
    return arms.stream()
        .sorted(
            Comparator.comparingInt(arm -> known.contains(arm) ? known.indexOf(arm) : known.size()))
        .toList();
  }

  /** An arm; by its own name where the study does not have it. */
  public ArmName of(String arm) {
    return names.getOrDefault(arm, new ArmName(Shown.text(arm, LONGEST), false));
  }

  /** An arm without its JDK. */
  public ArmName withoutJdk(String arm) {
    return withoutJdk.getOrDefault(arm, of(arm));
  }

  /** Several arms as one: {@code virtual threads and the adaptive pool}. */
  public ArmName of(List<String> arms) {
    return arms.size() == 1
        ? of(arms.getFirst())
        : new ArmName(Numbers.and(arms.stream().map(arm -> of(arm).text).toList()), true);
  }

  /**
   * Those arms each with a word more: {@code virtual threads (8/s) and the adaptive pool (7/s)}.
   */
  public ArmName of(List<String> arms, Function<String, String> more) {
    return new ArmName(
        Numbers.and(arms.stream().map(arm -> of(arm).text + " (" + more.apply(arm) + ")").toList()),
        arms.size() > 1 || of(arms.getFirst()).isPlural);
  }

  /** A verb in the present tense, with what follows it: {@code reach} or {@code reaches}. */
  private static String verb(String plural, boolean isPlural) {
    if (isPlural) {
      return plural;
    }
    int space = plural.indexOf(' ');
    String word = space < 0 ? plural : plural.substring(0, space);
    return switch (word) {
          case "have" -> "has";
          case "are" -> "is";
          case "do" -> "does";
          default -> word.endsWith("ch") || word.endsWith("s") ? word + "es" : word + "s";
        }
        + plural.substring(word.length());
  }

  /** Words as a sentence: a capital at the beginning, a full stop at the end. */
  public static String sentence(String words) {
    return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
  }
}
