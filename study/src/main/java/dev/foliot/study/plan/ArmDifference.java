package dev.foliot.study.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What two commands are meant to differ in, by their words, their environment and their names.
 * Pure.
 *
 * @param entries the words and variables that one has and the other has not
 * @param names the words of their names that the other's has not
 */
public record ArmDifference(List<String> entries, List<String> names) {
  /** The first JDK with virtual threads. */
  public static final int VIRTUAL_THREADS_SINCE = 21;

  /** The switches of the frameworks, such as {@code SPRING_THREADS_VIRTUAL_ENABLED}. */
  private static final Pattern SWITCH =
      Pattern.compile("(?i)(threads?[._-]?virtual|virtual[._-]?thread|all-virtual)");

  private static final Pattern OFF = Pattern.compile("(?i).*=\\s*(false|0|off|no|disabled)");
  private static final Pattern VIRTUAL = Pattern.compile("(?i)(virtual(?!env|host|box)|loom)");
  private static final Pattern NOT = Pattern.compile("(?i)(no|not|without|off|non)");
  private static final Pattern THREADS = Pattern.compile("(?i)thread");
  private static final Pattern FLAG = Pattern.compile("-(X|D|-add-|agent|javaagent).*");
  private static final Pattern OPTIONS =
      Pattern.compile("(?i)(JAVA|JDK|JVM|CATALINA)\\w*_?(OPTS|OPTIONS|ARGS)=.*");

  /**
   * A command.
   *
   * @param name the arm's
   * @param words its program and arguments
   * @param environment its variables
   */
  public record Command(String name, List<String> words, Map<String, String> environment) {
    private List<String> entries() {
      List<String> entries = new ArrayList<>(words);
      environment.forEach((variable, value) -> entries.add(variable + "=" + value));
      return entries;
    }

    /** Whether it asks for virtual threads: by a known switch, or by its name. */
    public boolean asksForVirtualThreads() {
      List<String> switches =
          entries().stream().filter(entry -> SWITCH.matcher(entry).find()).toList();
      if (!switches.isEmpty()) {
        return switches.stream().anyMatch(entry -> !OFF.matcher(entry).matches());
      }
      List<String> names = namesOf(name);
      return names.stream().anyMatch(VIRTUAL.asPredicate())
          && names.stream().noneMatch(NOT.asMatchPredicate());
    }
  }

  /** Keeps copies. */
  public ArmDifference {
    entries = List.copyOf(entries);
    names = List.copyOf(names);
  }

  /** The difference of two. */
  public static ArmDifference of(Command first, Command second) {
    return new ArmDifference(
        without(first.entries(), second.entries()),
        without(namesOf(first.name), namesOf(second.name)));
  }

  private static List<String> without(List<String> one, List<String> other) {
    return Stream.concat(
            one.stream().filter(entry -> !other.contains(entry)),
            other.stream().filter(entry -> !one.contains(entry)))
        .toList();
  }

  private static List<String> namesOf(String name) {
    return List.copyOf(new TreeSet<>(List.of(name.split("[^\\p{L}\\p{N}]+", -1))));
  }

  /** Whether they have the same words and variables. */
  public boolean isNone() {
    return entries.isEmpty();
  }

  /** Whether one is to have virtual threads. */
  public boolean isOfVirtualThreads() {
    return Stream.concat(entries.stream(), names.stream())
        .anyMatch(entry -> VIRTUAL.matcher(entry).find());
  }

  /** Whether they are to have other threads, in kind or number. */
  public boolean isOfThreads() {
    return isOfVirtualThreads()
        || entries.stream()
            .filter(entry -> !entry.startsWith("-XX:"))
            .anyMatch(entry -> THREADS.matcher(entry).find());
  }

  /** Whether they are to have other arguments of the JVM, and differ in nothing else. */
  public boolean isOfFlags() {
    return !entries.isEmpty()
        && entries.stream()
            .allMatch(entry -> FLAG.matcher(entry).matches() || OPTIONS.matcher(entry).matches());
  }
}
