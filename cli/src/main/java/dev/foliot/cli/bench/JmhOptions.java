package dev.foliot.cli.bench;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.Dispatch;
import dev.foliot.benchrun.BenchPlan;
import dev.foliot.benchrun.JmhBatch;
import dev.foliot.benchrun.JmhCall;
import dev.foliot.benchrun.JmhCosts;
import dev.foliot.benchrun.JmhSuite;
import dev.foliot.cli.frame.Interruption;
import dev.foliot.cli.screen.Console;
import dev.foliot.cli.screen.ProgressLine;
import dev.foliot.cli.screen.Words;
import dev.foliot.service.ClassPath;
import dev.foliot.store.Arm;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Benchmarks written for JMH: which, and how many operations a message of each is. */
final class JmhOptions {
  private static final String JAR = ".jar";
  private static final long MOST_OPERATIONS = 1_000_000_000;

  @Option(
      names = "--jmh",
      description =
          "Measure benchmarks written for JMH: CLASS is their jar, and each ARG a regular"
              + " expression for their names, as in --jmh benchmarks.jar 'Map.*get'.")
  private boolean jmh;

  @Option(
      names = "--batch",
      paramLabel = "N",
      description =
          "With --jmh: a message is N operations of a benchmark (as many as its clock needs).")
  private @Nullable Long batch;

  /** The operations of a message, by the benchmark and the values of its parameters. */
  private final Map<List<Object>, Long> operations = new HashMap<>();

  boolean isGiven() {
    return jmh;
  }

  /** Refuses options that make nothing of benchmarks for JMH, before anything is read. */
  void check(boolean isOfGit, boolean hasPattern) {
    if (batch != null && !jmh) {
      throw FoliotException.usage("--batch is about benchmarks for JMH: add --jmh");
    }
    if (batch != null && (batch < 1 || batch > MOST_OPERATIONS)) {
      throw new BadOptionException("--batch must be 1 to " + MOST_OPERATIONS + ", not " + batch);
    }
    if (jmh && (isOfGit || hasPattern)) {
      throw FoliotException.usage(
          (isOfGit ? "--git" : "--classes")
              + " does not go with --jmh: "
              + (isOfGit
                  ? "build both jars and give two --classpath"
                  : "name benchmarks behind the jar, as in --jmh benchmarks.jar REGEX"));
    }
  }

  /** Whether a name is that of a jar. */
  static boolean isJar(String name) {
    return name.endsWith(JAR) && Files.isRegularFile(Path.of(name));
  }

  /** Says what a jar of benchmarks needs; does nothing with any other name. */
  static void mustNotBeSuite(String name) {
    if (isJar(name) && JmhSuite.isThere(ClassPath.parse(name))) {
      throw FoliotException.usage(
          "%s has benchmarks written for JMH: add --jmh".formatted(Words.shown(name)));
    }
  }

  /**
   * What is measured.
   *
   * @param classPaths one, or one for each of two sides
   * @param regexes for the names of benchmarks
   * @param folder where files for the forks may be written
   * @param namesJdk whether the user names the JDKs of the forks
   */
  SideOptions.Sides sides(
      SideOptions options,
      List<ClassPath> classPaths,
      List<String> regexes,
      Path folder,
      boolean namesJdk,
      Console console) {
    List<BenchPlan.Code> codes = new ArrayList<>();
    for (int i = 0; i < classPaths.size(); i++) {
      JmhSuite.Selection found =
          JmhSuite.of(classPaths.get(i), folder.resolve("hints-" + i)).select(regexes, namesJdk);
      found.leftOut().forEach(line -> console.error("left out: " + line));
      if (classPaths.size() == 1) {
        return new SideOptions.Sides(found.codes(), options.args());
      }
      if (found.codes().size() > 1) {
        throw FoliotException.usage(
            "two class paths are compared by one benchmark, and %d match: narrow REGEX down"
                .formatted(found.codes().size()));
      }
      BenchPlan.Code code = found.codes().getFirst();
      codes.add(
          JmhSuite.side(
              code,
              new Arm.Build(
                  options.label(i), code.task().name(), classPaths.get(i).toString(), null)));
    }
    return new SideOptions.Sides(codes, options.args());
  }

  /** The values of an arm, with the operations of a message where they are more than a call's. */
  Map<String, String> values(BenchPlan.Code code, Map<String, String> params) {
    JmhCall call = code.jmh();
    if (call == null) {
      return params;
    }
    long asked =
        batch != null
            ? batch
            : operations.getOrDefault(key(code, params), (long) call.operations());
    if (asked % call.operations() != 0) {
      throw new BadOptionException(
          "--batch %d is no multiple of the %d operations that a call of %s is"
              .formatted(asked, call.operations(), Words.shown(code.task().name())));
    }
    if (asked == 1) {
      return params;
    }
    Map<String, String> values = new LinkedHashMap<>(params);
    values.put(Arm.OPERATIONS, Long.toString(asked));
    return values;
  }

  private static List<Object> key(BenchPlan.Code code, Map<String, String> params) {
    Map<String, String> own = new HashMap<>(params);
    own.remove(Arm.OPERATIONS);
    return List.of(code.task().name(), own);
  }

  /** The JVM of a benchmark: what its {@code @Fork} says, then what the user says. */
  static BenchPlan.ForkJvm jvm(BenchPlan.Code code, BenchPlan.ForkJvm jvm) {
    JmhCall call = code.jmh();
    if (call == null || call.jvmArgs().isEmpty()) {
      return jvm;
    }
    List<String> args = new ArrayList<>(call.jvmArgs());
    args.addAll(jvm.args());
    return new BenchPlan.ForkJvm(jvm.jdk(), args, jvm.cpus());
  }

  /**
   * Calls each benchmark for a moment, to learn how many operations a message must be. One that
   * fails is left out.
   *
   * @return what is left of the sides; null after an interruption
   */
  SideOptions.@Nullable Sides prepare(BenchPlan asked, SideOptions.Sides sides, Console console)
      throws Exception {
    mustHaveThreads(asked);
    if (batch != null) {
      say(List.of(batch), console);
      return sides;
    }
    Map<List<Object>, BenchPlan.BenchArm> arms = new LinkedHashMap<>();
    asked.arms().forEach(arm -> arms.putIfAbsent(key(arm.code(), arm.params()), arm));
    JmhCosts search = new JmhCosts(List.copyOf(arms.values()));
    AtomicBoolean cancelled = new AtomicBoolean();
    List<JmhCosts.Cost> costs;
    ProgressLine line =
        new ProgressLine(
            console,
            () -> "finding out what a call costs, of " + Numbers.count(arms.size(), "benchmark"));
    try (line) {
      costs =
          Interruption.during(
              search::find,
              () -> {
                cancelled.set(true);
                search.cancel();
              });
    }
    if (cancelled.get()) {
      console.error("interrupted; nothing was measured yet");
      return null;
    }
    return keep(List.copyOf(arms.values()), costs, asked.load().isClosed(), sides, console);
  }

  /** JMH's states belong to threads, so these must last. */
  private static void mustHaveThreads(BenchPlan asked) {
    Dispatch dispatch = asked.load().dispatch();
    if (!(dispatch instanceof Dispatch.Inline || dispatch instanceof Dispatch.Threads)) {
      throw new BadOptionException(
          "--dispatch %s has no threads that last, to which JMH's states belong: use inline or threads:N"
              .formatted(dispatch));
    }
  }

  private SideOptions.Sides keep(
      List<BenchPlan.BenchArm> arms,
      List<JmhCosts.Cost> costs,
      boolean isClosed,
      SideOptions.Sides sides,
      Console console) {
    Map<String, String> failed = new LinkedHashMap<>();
    List<JmhBatch.Subject> subjects = new ArrayList<>();
    List<BenchPlan.BenchArm> served = new ArrayList<>();
    for (int i = 0; i < arms.size(); i++) {
      BenchPlan.Code code = arms.get(i).code();
      String failure = costs.get(i).failure();
      if (failure != null) {
        failed.putIfAbsent(code.task().name(), failure);
      } else {
        served.add(arms.get(i));
        subjects.add(
            new JmhBatch.Subject(costs.get(i), Objects.requireNonNull(code.jmh()).operations()));
      }
    }
    failed.forEach(
        (name, why) -> console.error("left out: " + Words.shown(name) + ": " + Words.shown(why)));
    List<BenchPlan.Code> left =
        sides.codes().stream().filter(code -> !failed.containsKey(code.task().name())).toList();
    if (left.isEmpty()) {
      throw FoliotException.usage("no benchmark is left to measure");
    }
    List<Long> found = JmhBatch.of(subjects, isClosed);
    for (int i = 0; i < served.size(); i++) {
      operations.put(key(served.get(i).code(), served.get(i).params()), found.get(i));
    }
    say(found, console);
    return new SideOptions.Sides(left, sides.args());
  }

  private static void say(List<Long> found, Console console) {
    long least = found.stream().mapToLong(Long::longValue).min().orElse(1);
    long most = found.stream().mapToLong(Long::longValue).max().orElse(1);
    if (most > 1) {
      console.error(
          "a message is "
              + (least == most ? "" : Numbers.count(least) + " to ")
              + Numbers.count(most, "operation")
              + ": one alone is too short for the clock");
    }
  }
}
