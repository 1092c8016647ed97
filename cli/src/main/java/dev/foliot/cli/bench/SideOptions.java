package dev.foliot.cli.bench;

import dev.foliot.bench.BadOptionException;
import dev.foliot.benchrun.BenchPlan;
import dev.foliot.benchrun.TaskClass;
import dev.foliot.benchrun.WorkTrees;
import dev.foliot.cli.frame.PairOptions;
import dev.foliot.cli.screen.Console;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.compare.Gates;
import dev.foliot.service.ClassPath;
import dev.foliot.store.Arm;
import dev.foliot.store.GateRecord;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What is measured: one task, two sides that differ in one thing and are compared in pairs, or
 * several tasks beside each other.
 */
final class SideOptions {
  private static final Pattern WORD = Pattern.compile("'[^']*'|\"[^\"]*\"|[^\\s'\"]+");
  private static final int MOST_PAIRS = 500;
  private static final int LONGEST_LABEL = 120;
  private static final int MOST_TASKS = 100;
  private static final String PACKAGE = ".*";

  @Option(
      names = {"-cp", "--classpath"},
      paramLabel = "CP",
      description = "Where the task is (default: the samples); two are compared.")
  private List<String> classPaths = new ArrayList<>();

  @Option(
      names = "--classes",
      paramLabel = "REGEX",
      description =
          "All tasks whose full name has a match, as in --classes 'Map.*Task', measured beside each"
              + " other; a CLASS before them is what they are compared with.")
  private @Nullable String pattern;

  @Option(
      names = "--jvm-args",
      paramLabel = "ARGS",
      description =
          "Arguments for the forks' JVMs, all in one word; two are compared, as in --jvm-args"
              + " -XX:+UseZGC --jvm-args -XX:+UseG1GC.")
  private List<String> argSets = new ArrayList<>();

  @Option(
      names = "--git",
      paramLabel = "A..B",
      description =
          "Compare two revisions, as in main..HEAD: each is checked out and built in a folder of"
              + " its own.")
  private @Nullable String git;

  @Option(
      names = "--build",
      paramLabel = "CMD",
      description =
          "What builds a revision of --git, as in 'mvn -q package'; a line for the shell.")
  private @Nullable String build;

  @Mixin private final PairOptions pairs = new PairOptions();

  /**
   * What the arms run, and with which arguments.
   *
   * @param codes one, or one for each side
   * @param args sets of arguments of the JVM: one, or one for each side
   */
  record Sides(List<BenchPlan.Code> codes, List<List<String>> args) {
    Sides {
      codes = List.copyOf(codes);
      args = List.copyOf(args);
    }

    /** That a later one has defaults of its own, which do not count. */
    Optional<String> otherDefaults() {
      Map<String, String> first = codes.getFirst().task().defaults();
      return codes.stream()
          .map(BenchPlan.Code::task)
          .filter(task -> !task.defaults().equals(first))
          .findFirst()
          .map(task ->
              Words.shown(task.name())
                  + " has other @BenchDefaults; all run with those of "
                  + Words.shown(codes.getFirst().task().name())
                  + " and with the options given");
    }

    private boolean areTwo() {
      return (codes.size() == 2 && codes.getFirst().build() != null) || args.size() > 1;
    }
  }

  /** Whether tasks are named by a pattern. */
  boolean hasPattern() {
    return pattern != null;
  }

  /**
   * The class paths of benchmarks for JMH.
   *
   * @param jar before each of them; null for none
   */
  List<ClassPath> ofJmh(@Nullable String jar) {
    mustDifferInOneThing(List.of());
    if (classPaths.isEmpty()) {
      if (jar == null) {
        throw FoliotException.usage(
            "name the jar of the benchmarks, as in --jmh benchmarks.jar, or give --classpath");
      }
      return List.of(ClassPath.parse(jar));
    }
    return classPaths.stream()
        .map(text -> ClassPath.parse(jar == null ? text : jar + File.pathSeparator + text))
        .toList();
  }

  /** What tells a side's class path from the other one. */
  String label(int side) {
    return label(List.of(), side);
  }

  /** Whether two revisions are compared. */
  boolean isOfGit() {
    return git != null;
  }

  /** The class path of what has only one. */
  ClassPath only() {
    if (classPaths.size() > 1 || argSets.size() > 1 || git != null) {
      throw FoliotException.usage(
          "--jlbh runs one program: give one --classpath, and no --jvm-args and no --git");
    }
    return classPath(0);
  }

  /**
   * The sides.
   *
   * @param classes one, two to be compared in pairs of forks, or more to be measured beside each
   *     other
   */
  Sides sides(List<String> classes) {
    mustDifferInOneThing(classes);
    if (classes.size() > 2) {
      return sideBySide(classes);
    }
    List<BenchPlan.Code> codes = new ArrayList<>();
    int count = Math.max(classes.size(), classPaths.size());
    for (int i = 0; i < Math.max(1, count); i++) {
      String name = classes.get(Math.min(i, classes.size() - 1));
      ClassPath where = classPath(i);
      TaskClass task = TaskClass.find(name, where);
      codes.add(
          count < 2
              ? BenchPlan.Code.of(task, where)
              : BenchPlan.Code.of(
                  task, where, new Arm.Build(label(classes, i), name, classPathText(i), null)));
    }
    return new Sides(codes, args());
  }

  /** Several tasks, each with a name as short as it can be. */
  private Sides sideBySide(List<String> classes) {
    if (classPaths.size() > 1) {
      throw FoliotException.usage(
          "more than two tasks are on one class path: give one --classpath");
    }
    if (classes.stream().distinct().count() < classes.size()) {
      throw FoliotException.usage("a class is there twice: of more than two, give each once");
    }
    ClassPath where = classPath(0);
    List<String> names = classes.stream().map(SideOptions::simpleName).toList();
    return new Sides(
        classes.stream()
            .map(name ->
                new BenchPlan.Code(
                    TaskClass.find(name, where),
                    where,
                    null,
                    Collections.frequency(names, simpleName(name)) > 1 ? name : simpleName(name),
                    null))
            .toList(),
        args());
  }

  private static String simpleName(String name) {
    return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
  }

  /**
   * All tasks that were asked for: those that are named, those of packages, and with {@code
   * --classes} those whose name has a match.
   *
   * @param given names, and packages as {@code com.example.*}
   */
  List<String> classes(List<String> given) {
    List<String> all = new ArrayList<>();
    for (String name : given) {
      if (name.endsWith(PACKAGE)) {
        String folder = name.substring(0, name.length() - 1);
        addNew(
            found(
                Pattern.quote(folder) + "[^.]+$",
                "package " + folder.substring(0, folder.length() - 1)),
            all);
      } else {
        all.add(name);
      }
    }
    if (pattern != null) {
      addNew(found(pattern, "--classes " + pattern), all);
    }
    if (all.isEmpty()) {
      throw FoliotException.usage(
          "name a task: its class, a package as com.example.*, or --classes");
    }
    if (all.size() > MOST_TASKS) {
      throw FoliotException.usage(
          "%d tasks match, at most %d are measured beside each other: narrow it down"
              .formatted(all.size(), MOST_TASKS));
    }
    return List.copyOf(all);
  }

  private static void addNew(List<String> names, List<String> all) {
    names.stream().filter(name -> !all.contains(name)).forEach(all::add);
  }

  private List<String> found(String regex, String what) {
    List<String> names;
    try {
      names = TaskClass.names(Pattern.compile(regex), classPath(0));
    } catch (PatternSyntaxException e) {
      throw new BadOptionException(
          "--classes " + Words.shown(regex) + " is no regular expression: " + e.getDescription());
    }
    if (names.isEmpty()) {
      throw FoliotException.usage(
          Words.shown(what)
              + ": no task on the class path matches ("
              + Words.shown(classPath(0).toString())
              + ")");
    }
    return names;
  }

  /**
   * The sides of two revisions; one side if the first revision has no such task.
   *
   * @param trees where they are made
   * @param name of the task
   */
  Sides sides(WorkTrees trees, String name, Console console) throws InterruptedException {
    if (trees.hasChanges()) {
      console.error("--git: changes that are not committed are in neither revision");
    }
    List<BenchPlan.Code> codes = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      String line = build == null ? "" : build;
      console.error(
          (line.isBlank() ? "checking out " : "building ")
              + Words.shown(trees.revisions().get(i))
              + (line.isBlank() ? "" : ": " + Words.shown(line)));
      WorkTrees.Tree tree = trees.make(i, line);
      try {
        ClassPath where = ClassPath.parse(tree.classPath(classPathText(0)));
        codes.add(
            BenchPlan.Code.of(
                TaskClass.find(name, where),
                where,
                new Arm.Build(tree.revision(), name, classPathText(0), tree.commit())));
      } catch (FoliotException e) {
        if (i == 1) {
          throw e;
        }
        console.error(
            Words.shown(tree.revision())
                + " has no such task, so nothing is compared: "
                + Words.shown(String.valueOf(e.getMessage())));
      }
    }
    return new Sides(codes, List.of(List.of()));
  }

  /** Both revisions, yet to be made. */
  WorkTrees trees(List<String> classes) {
    mustDifferInOneThing(classes);
    return new WorkTrees(Path.of(""), git == null ? "" : git);
  }

  private void mustDifferInOneThing(List<String> classes) {
    if (build != null && git == null) {
      throw FoliotException.usage("--build builds the revisions of --git: give them");
    }
    if (classPaths.size() > 2) {
      throw FoliotException.usage(
          "--classpath is there " + classPaths.size() + " times: two are compared");
    }
    if (argSets.size() > 2) {
      throw FoliotException.usage(
          "--jvm-args is there " + argSets.size() + " times: two are compared");
    }
    boolean isCode = classes.size() > 1 || classPaths.size() > 1;
    if ((git != null && isCode) || (argSets.size() > 1 && (isCode || git != null))) {
      throw FoliotException.usage(
          "the two sides of a comparison differ in one thing: the classes or class paths, or"
              + " --jvm-args, or --git");
    }
    if (git != null && classPaths.isEmpty()) {
      throw FoliotException.usage(
          "--git needs --classpath, as in --classpath target/classes: it is looked up in each"
              + " revision");
    }
  }

  /**
   * What pairs of forks are to decide; null where no pairs were asked for.
   *
   * @param judged percentiles
   * @param forks what was asked for with {@code --forks}, or null
   */
  @Nullable GateRecord gate(Sides sides, List<String> judged, @Nullable Integer forks) {
    if (!sides.areTwo() && (git != null || !pairs.given())) {
      return null;
    }
    return new GateRecord(
        Objects.requireNonNullElse(pairs.detect(), Gates.USUAL_DETECT),
        Objects.requireNonNullElse(pairs.budgetNs(), Gates.USUAL_BUDGET_NS),
        forks == null ? MOST_PAIRS : Math.max(1, forks),
        judged);
  }

  private ClassPath classPath(int side) {
    return classPaths.isEmpty() ? Samples.classPath() : ClassPath.parse(classPathText(side));
  }

  private String classPathText(int side) {
    return classPaths.isEmpty() ? "" : classPaths.get(Math.min(side, classPaths.size() - 1));
  }

  /** What tells a side from the other one. */
  private String label(List<String> classes, int side) {
    String own = classes.size() > 1 ? classes.get(side) : difference(classPathText(side), 1 - side);
    String other =
        classes.size() > 1 ? classes.get(1 - side) : difference(classPathText(1 - side), side);
    String label = Shown.text(own, LONGEST_LABEL);
    return own.equals(other) ? label + (side == 0 ? " (A)" : " (B)") : label;
  }

  /** The entries of a class path that the other one lacks; all of it if there are none. */
  private String difference(String text, int other) {
    List<String> others = entries(classPathText(other)).toList();
    String own =
        entries(text)
            .filter(entry -> !others.contains(entry))
            .collect(Collectors.joining(File.pathSeparator));
    return own.isEmpty() ? text : own;
  }

  private static Stream<String> entries(String classPath) {
    return Arrays.stream(classPath.split(File.pathSeparator, -1));
  }

  /** The sets of arguments of the JVM: one, or one for each side. */
  List<List<String>> args() {
    return argSets.isEmpty()
        ? List.of(List.of())
        : argSets.stream().map(SideOptions::words).toList();
  }

  /** Splits at spaces, except inside quotes. */
  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(text);
    int at = 0;
    while (matcher.find()) {
      if (!text.substring(at, matcher.start()).isBlank()) {
        break;
      }
      String word = matcher.group();
      words.add(word.matches("['\"].*") ? word.substring(1, word.length() - 1) : word);
      at = matcher.end();
    }
    if (!text.substring(at).isBlank()) {
      throw FoliotException.usage("--jvm-args: a quote in it is not closed");
    }
    return words;
  }
}
