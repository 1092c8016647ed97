package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Dispatch;
import dev.foliot.bench.jmh.JmhTask;
import dev.foliot.store.Arm;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A benchmark written for JMH, as a fork calls it.
 *
 * @param type the name of its class
 * @param method the name of its method
 * @param operations of a call
 * @param jvmArgs of its {@code @Fork}
 * @param hints the file of JMH's commands for the JIT compiler
 * @param isConsumedByCompiler whether its JMH has the JIT compiler consume results
 */
public record JmhCall(
    String type,
    String method,
    int operations,
    List<String> jvmArgs,
    Path hints,
    boolean isConsumedByCompiler) {
  /** Keeps a copy. */
  public JmhCall {
    jvmArgs = List.copyOf(jvmArgs);
  }

  /** How many calls a message of an arm is. */
  int calls(Map<String, String> params) {
    String batch = params.get(Arm.OPERATIONS);
    return batch == null ? 1 : Math.toIntExact(Long.parseLong(batch) / operations);
  }

  /**
   * The fork of an arm.
   *
   * @param arm that calls this
   * @param args of the JVM
   */
  ForkCommand command(BenchPlan.BenchArm arm, List<String> args, BenchConfig load) {
    return command(arm, args, load, calls(arm.params()));
  }

  /** The fork that finds out what a call costs. */
  ForkCommand costs(BenchPlan.BenchArm arm, BenchConfig load) {
    return command(arm, arm.jvm().args(), load, 0);
  }

  private ForkCommand command(
      BenchPlan.BenchArm arm, List<String> args, BenchConfig load, int calls) {
    List<String> all = new ArrayList<>();
    if (isConsumedByCompiler) {
      // as JMH starts its forks
      all.add("-XX:+UnlockDiagnosticVMOptions");
      all.add("-XX:+UnlockExperimentalVMOptions");
      all.add("-DcompilerBlackholesEnabled=true");
      // not in the file: without this command a compiler leaves out what the blackhole takes
      all.add("-XX:CompileCommand=quiet");
      all.add("-XX:CompileCommand=blackhole,org/openjdk/jmh/infra/Blackhole.consumeCompiler");
    }
    all.add("-XX:CompileCommandFile=" + hints);
    all.addAll(args);
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("type", type);
    settings.put("method", method);
    settings.put(
        "values",
        arm.params().entrySet().stream()
            .filter(param -> !param.getKey().equals(Arm.OPERATIONS))
            .map(param -> encoded(param.getKey()) + "=" + encoded(param.getValue()))
            .collect(Collectors.joining("&")));
    settings.put("calls", Integer.toString(calls));
    boolean isAlone = load.producers() == 1 && load.dispatch() instanceof Dispatch.Inline;
    settings.put("alone", Boolean.toString(isAlone));
    return new ForkCommand(
        arm.jdk(), all, arm.code().classPath(), JmhTask.class.getName(), load, settings);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
