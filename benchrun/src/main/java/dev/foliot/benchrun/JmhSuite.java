package dev.foliot.benchrun;

import dev.foliot.bench.BenchParams;
import dev.foliot.service.ClassPath;
import dev.foliot.store.Arm;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The benchmarks written for JMH on a class path, as JMH's own list names them.
 *
 * <p>JMH is the user's. Nothing of it is loaded here: this reads its files.
 */
public final class JmhSuite {
  private static final String LIST = "META-INF/BenchmarkList";
  private static final String HINTS = "META-INF/CompilerHints";
  private static final String PROPERTIES = "jmh.properties";
  private static final String ARMOR = "org/openjdk/jmh/util/lines/Armor.class";
  private static final String BLACKHOLE = "org/openjdk/jmh/infra/Blackhole";
  private static final String BY_COMPILER = "consumeCompiler";
  private static final Pattern VERSION = Pattern.compile("1\\.([23]\\d)(\\D.*)?");
  private static final String SINGLE_SHOT = "SingleShotTime";
  private static final int MOST_NAMED = 10;
  private static final int MOST_BENCHMARKS = 100;

  private final ClassPath classPath;
  private final Map<String, List<JmhEntry>> entries = new LinkedHashMap<>();
  private final Path hints;
  private final boolean isConsumedByCompiler;

  private JmhSuite(
      ClassPath classPath, List<JmhEntry> all, Path hints, boolean isConsumedByCompiler) {
    this.classPath = classPath;
    this.hints = hints;
    this.isConsumedByCompiler = isConsumedByCompiler;
    all.forEach(
        entry -> entries.computeIfAbsent(entry.name(), name -> new ArrayList<>()).add(entry));
  }

  /** Whether a jar or folder has benchmarks for JMH; false where it cannot be read. */
  public static boolean isThere(ClassPath classPath) {
    try {
      return classPath.bytes(LIST).isPresent();
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Reads the list of benchmarks.
   *
   * @param hints a file to write, for the JIT compilers of the forks
   * @throws FoliotException if there is none, or its JMH is not known
   */
  public static JmhSuite of(ClassPath classPath, Path hints) {
    try {
      List<byte[]> lists = classPath.all(LIST);
      if (lists.isEmpty()) {
        throw FoliotException.usage(
            "no JMH benchmarks in %s: %s is missing; build it with JMH's annotation processor"
                .formatted(Shown.text(classPath.toString()), LIST));
      }
      String version = version(classPath);
      boolean isArmored = classPath.bytes(ARMOR).isPresent();
      List<JmhEntry> entries = new ArrayList<>();
      for (byte[] list : lists) {
        try {
          entries.addAll(JmhList.parse(new String(list, StandardCharsets.UTF_8), isArmored));
        } catch (JmhList.Unreadable e) {
          throw FoliotException.usage(
              "%s of %s is not as JMH %s writes it: build the jar anew"
                  .formatted(e.getMessage(), LIST, Shown.text(version)));
        }
      }
      boolean byCompiler = classPath.bytes(BLACKHOLE + ".class").filter(JmhSuite::has).isPresent();
      Files.write(hints, hints(classPath.all(HINTS), byCompiler));
      return new JmhSuite(classPath, entries, hints, byCompiler);
    } catch (IOException e) {
      throw FoliotException.usage(
          Shown.text(classPath.toString()) + " cannot be read: " + Shown.text(e.getMessage()));
    }
  }

  private static String version(ClassPath classPath) throws IOException {
    Properties properties = new Properties();
    Optional<byte[]> file = classPath.bytes(PROPERTIES);
    if (file.isEmpty()) {
      throw FoliotException.usage(
          "JMH itself is not on the class path: add jmh-core's jar and its dependencies");
    }
    properties.load(new StringReader(new String(file.get(), StandardCharsets.UTF_8)));
    String version = properties.getProperty("jmh.version", "of an unknown version");
    if (!VERSION.matcher(version).matches()) {
      throw FoliotException.usage(
          "JMH " + Shown.text(version) + " is not known: build the benchmarks with 1.20 to 1.39");
    }
    return version;
  }

  /** Whether the blackhole has the methods that JIT compilers treat as one. */
  private static boolean has(byte[] blackhole) {
    return new String(blackhole, StandardCharsets.ISO_8859_1).contains(BY_COMPILER);
  }

  /** As JMH makes them for its forks, and our loop in place of its own. */
  private static List<String> hints(List<byte[]> files, boolean isConsumedByCompiler) {
    Set<String> lines = new LinkedHashSet<>();
    lines.add("quiet");
    lines.add("inline," + BLACKHOLE + ".consume");
    lines.add("dontinline," + BLACKHOLE + ".consumeCPU");
    if (isConsumedByCompiler) {
      lines.add("dontinline," + BLACKHOLE + ".consumeFull");
    }
    lines.add("dontinline,dev/foliot/bench/jmh/CallLoop*.run");
    lines.add("inline,dev/foliot/bench/jmh/CallLoop*.call");
    lines.add("inline,dev/foliot/bench/jmh/CallLoop*.use");
    files.stream()
        .flatMap(file -> new String(file, StandardCharsets.UTF_8).lines())
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .forEach(lines::add);
    return List.copyOf(lines);
  }

  /**
   * Benchmarks to measure.
   *
   * @param codes at least one
   * @param leftOut those that match and that Foliot cannot serve, each with the reason
   */
  public record Selection(List<BenchPlan.Code> codes, List<String> leftOut) {
    /** Keeps copies. */
    public Selection {
      codes = List.copyOf(codes);
      leftOut = List.copyOf(leftOut);
    }
  }

  /**
   * The benchmarks whose name has a match.
   *
   * @param regexes of which one must match; empty for all
   * @param namesJdk whether the user names the JDKs of the forks
   * @throws FoliotException if none matches, or none can be served
   */
  public Selection select(List<String> regexes, boolean namesJdk) {
    List<Pattern> patterns = regexes.stream().map(JmhSuite::pattern).toList();
    List<List<JmhEntry>> found =
        entries.entrySet().stream()
            .filter(entry ->
                patterns.isEmpty()
                    || patterns.stream().anyMatch(one -> one.matcher(entry.getKey()).find()))
            .map(Map.Entry::getValue)
            .toList();
    if (found.isEmpty()) {
      throw FoliotException.usage(
          "no benchmark matches %s: there are %s"
              .formatted(
                  Shown.text(String.join(" or ", regexes)), named(List.copyOf(entries.keySet()))));
    }
    List<JmhEntry> served = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    for (List<JmhEntry> modes : found) {
      Optional<String> refusal = refusal(modes, namesJdk);
      if (refusal.isEmpty()) {
        served.add(modes.getFirst());
      } else {
        leftOut.add(Shown.text(modes.getFirst().name()) + " " + refusal.get());
      }
    }
    if (served.isEmpty()) {
      throw FoliotException.usage(String.join("; ", leftOut));
    }
    if (served.size() > MOST_BENCHMARKS) {
      throw FoliotException.usage(
          "%d benchmarks match, at most %d are measured in one command: narrow REGEX down"
              .formatted(served.size(), MOST_BENCHMARKS));
    }
    return new Selection(codes(served), leftOut);
  }

  private static Pattern pattern(String regex) {
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw FoliotException.usage(
          Shown.text(regex) + " is no regular expression: " + e.getDescription());
    }
  }

  private static String named(List<String> names) {
    String first =
        names.stream().limit(MOST_NAMED).map(Shown::text).collect(Collectors.joining(", "));
    return names.size() <= MOST_NAMED
        ? first
        : first + " and " + (names.size() - MOST_NAMED) + " more";
  }

  /** Why Foliot does not measure a benchmark. */
  private static Optional<String> refusal(List<JmhEntry> modes, boolean namesJdk) {
    JmhEntry first = modes.getFirst();
    return Stream.of(
            first.isGroup() ? "is a @Group, whose methods run together: JMH measures it" : "",
            modes.stream().allMatch(one -> one.mode().equals(SINGLE_SHOT))
                ? "is measured once in each JVM (SingleShotTime): JMH measures it"
                : "",
            !first.fork().jvm().isEmpty() && !namesJdk
                ? "names the JVM of its forks in @Fork: say with --jdk which one is to run it"
                : "")
        .filter(text -> !text.isEmpty())
        .findFirst();
  }

  /** Each with a name as short as it can be. */
  private List<BenchPlan.Code> codes(List<JmhEntry> served) {
    boolean isOneClass = served.stream().map(JmhEntry::type).distinct().count() == 1;
    List<String> names = served.stream().map(JmhSuite::shortName).toList();
    mustHaveSameThreads(served);
    List<BenchPlan.Code> codes = new ArrayList<>();
    for (JmhEntry entry : served) {
      String name = shortName(entry);
      codes.add(
          new BenchPlan.Code(
              task(entry),
              classPath,
              null,
              served.size() == 1
                  ? ""
                  : isOneClass
                      ? entry.method()
                      : Collections.frequency(names, name) > 1 ? entry.name() : name,
              new JmhCall(
                  entry.type(),
                  entry.method(),
                  entry.operations(),
                  entry.fork().args(),
                  hints,
                  isConsumedByCompiler)));
    }
    return codes;
  }

  private static void mustHaveSameThreads(List<JmhEntry> served) {
    Set<Integer> threads = served.stream().map(JmhEntry::threads).collect(Collectors.toSet());
    if (threads.size() > 1) {
      JmhEntry first = served.getFirst();
      JmhEntry other =
          served.stream().filter(one -> one.threads() != first.threads()).findFirst().orElseThrow();
      throw FoliotException.usage(
          "%s and %s differ in @Threads: narrow REGEX down, so that all have the same"
              .formatted(shortName(first), shortName(other)));
    }
  }

  private static String shortName(JmhEntry entry) {
    String type = entry.type();
    return Shown.text(
        type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1)
            + "."
            + entry.method());
  }

  private static TaskClass task(JmhEntry entry) {
    List<BenchParams.Param> params = new ArrayList<>();
    entry
        .params()
        .forEach((name, values) ->
            params.add(
                BenchParams.Param.of(
                    entry.type(), name, String.class.getName(), null, false, values)));
    int cpus = Runtime.getRuntime().availableProcessors();
    int threads = entry.threads() < 0 ? cpus : entry.threads();
    return new TaskClass(
        entry.name(),
        threads == 0 ? Map.of() : Map.of("producers", Integer.toString(threads)),
        new BenchParams(params));
  }

  /** The same benchmark as one side of a pair. */
  public static BenchPlan.Code side(BenchPlan.Code code, Arm.@Nullable Build build) {
    return new BenchPlan.Code(code.task(), code.classPath(), build, "", code.jmh());
  }
}
