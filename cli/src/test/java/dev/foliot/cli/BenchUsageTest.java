package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchParam;
import dev.foliot.bench.BenchTask;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.screen.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rates that cannot be: one line that says so, before anything is started or stored. */
class BenchUsageTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  static Stream<List<String>> wrongRates() {
    return Stream.of(
        List.of("--rate=1k/s,", "lacks a rate beside a comma"),
        List.of("--rate=1k/s,2k", "write 2k/s"),
        List.of("--rate=1k/s,1e12/s", "out of range"),
        List.of("--rate=1k/s,60k/min", "the rate 1k/s is there twice"),
        List.of("--rate=1k/s,2k/s", "--arrivals=ramp:1k/s..2k/s", "has its own rates"),
        List.of("--find-rate=p99.9", "write a promise in quotes"),
        List.of("--find-rate=p95<1ms", "only p50, p90, p99"),
        List.of("--find-rate=p99<1", "write 1s or 1ms"),
        List.of("--find-rate=p99.9<1ms", "--rate=1k/s,2k/s", "give one --rate"),
        List.of("--find-rate=p99.9<1ms", "--forks=3", "bound them with --max-forks"),
        List.of("--find-rate=p99.9<1ms", "--max-rate=1k/s", "below 10k/s"),
        List.of("--find-rate=p99.9<1ms", "--max-rate=20", "write 20/s"),
        List.of("--find-rate=p99.9<1ms", "--max-forks=1", "4 to 1000"),
        List.of("--find-rate=p99.99<1ms", "--duration=1s", "give a --duration"),
        List.of("--find-rate=p99<1ms", "--arrivals=trace:x", "has its own rates"),
        List.of("--profile=perf", "'perf' is no profiler: write --profile=jfr"),
        List.of("--explain", "--rate=1k/s,2k/s", "--explain adds one fork: give one --rate"),
        List.of("--explain", "--param=size=1,2", "one value of each parameter"),
        List.of("--jlbh", "--explain", "--explain does not go with --jlbh"),
        List.of("--jlbh", "--rate=1k/s", "--rate does not go with --jlbh"),
        List.of("--jlbh", "--against=@1", "--against does not go with --jlbh"),
        List.of("--jlbh", "--find-rate=p99<1ms", "--find-rate does not go with --jlbh"),
        List.of("--messages=0", "--messages 0 measures nothing: give 1 or more"),
        List.of("--jlbh", "--git=a..b", "--git does not go with --jlbh"),
        List.of("--build=make", "--build builds the revisions of --git: give them"),
        List.of("--git=main", "--git takes two revisions, as in main..HEAD, not main"),
        List.of("--git=main...HEAD", "--git takes two revisions"),
        List.of("--detect=1", "'1' is no ratio to detect: write one above 1"),
        List.of("--detect=5%", "'5%' is no ratio to detect: write one above 1"),
        List.of("--detect=1.05", "pairs are of two sides, and there are 1"),
        List.of("--budget=10", "lacks a unit"),
        List.of("--classes=[", "--classes [ is no regular expression"),
        List.of("--classes=NoSuchTask", "--classes NoSuchTask: no task on the class path matches"),
        List.of("com.acme.*", "package com.acme: no task on the class path matches"),
        List.of("--classes=BenchUsageTest.Idle", "--find-rate=p99<1ms", "for one task at a time"),
        List.of(
            "--classes=BenchUsageTest.Idle",
            "--detect=1.05",
            "pairs are of two sides, and there are"),
        List.of(
            "--classes=BenchUsageTest.Idle", "--jvm-args=a", "--jvm-args=b", "differ in one thing"),
        List.of(
            "--classes=BenchUsageTest.Idle",
            "--git=a..b",
            "--git compares one task in two revisions"),
        List.of("--jlbh", "-t", "5", "write the program's own arguments after --, as in -- -t"),
        List.of("--jlbh", "--classes=Idle", "--classes does not go with --jlbh"),
        List.of("--jvm-args=-Xmx1g", "--jvm-args=-Xmx2g", "--git=a..b", "differ in one thing"),
        List.of("--jvm-args=-Xmx1g", "--jvm-args='-Xmx2g", "a quote in it is not closed"),
        List.of(
            "--jvm-args=-Xmx1g", "--jvm-args=-Xmx2g", "--rate=1k/s,2k/s", "compared at one rate"),
        List.of(
            "--jvm-args=-Xmx1g", "--jvm-args=-Xmx2g", "--against=@1", "with each other: give no"),
        List.of("--jvm-args=-Xmx1g", "--jvm-args=-Xmx2g", "--margin=3%", "instead of --margin"),
        List.of("--jvm-args=a", "--jvm-args=b", "--jvm-args=c", "3 times: two are compared"),
        List.of(
            "--jvm-args=-Xmx1g",
            "--jvm-args=-Xmx2g",
            "--param=size=1,2",
            "pairs are of two sides, and there are 4"),
        List.of("--jlbh", "--profile=jfr", "--profile does not go with --jlbh"),
        List.of("--param=siez=1", "unknown parameter 'siez': did you mean size?"),
        List.of("--param=other=1", "the task has no parameter 'other'; it has size"),
        List.of(
            "--param=size=x", "field size of " + Idle.class.getName() + " takes an int, not 'x'"),
        List.of("--param=size", "--param 'size' has no value: write NAME=VALUE"),
        List.of("--param=size=1,", "--param 'size=1,' lacks a value"),
        List.of("--param=size=1", "--param=size=2", "--param size is there twice"),
        List.of("--param=size=1,1", "has the value '1' twice"),
        List.of(
            "--param=size=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21",
            "more than 20 combinations"),
        List.of(
            "--param=size=1,2",
            "--find-rate=p99<1ms",
            "--find-rate searches with one value of each parameter"),
        List.of("--param=size=1,2", "--fail-on=worse", "say what to compare with"),
        List.of("--percentiles=99,", "invalid percentile '': give numbers above 0 and below 100"),
        List.of("--percentiles=100", "invalid percentile '100': give numbers above 0"),
        List.of("--percentiles=0.0", "invalid percentile '0.0': give numbers above 0"),
        List.of("--percentiles=50,-1", "invalid percentile '-1': give numbers above 0"),
        List.of("--percentiles=1e1", "as in --percentiles 50,99.9"),
        List.of("--percentiles=99.123456789", "more than 7 decimals: round it"),
        List.of("--percentiles=99.9,p99.90", "--percentiles has p99.90 twice: give it once"),
        List.of("--percentiles=1,2,3,4,5,6,7,8,9,10,11,12,13", "at most 12 percentiles, not 13"),
        List.of("--jitter=park", "'park' is no way to record jitter: use spin, sleep or auto"),
        List.of("--beside=jlbh.jar", "--beside compares a program for JLBH: add --jlbh"),
        List.of("--jlbh", "--alloc", "--alloc does not go with --jlbh"),
        List.of("--jlbh", "--param=size=1", "--param does not go with --jlbh"),
        List.of("--max-rate=20k/s", "--max-rate bounds a search"),
        List.of("--max-forks=20", "--max-forks bounds a search"));
  }

  @ParameterizedTest
  @MethodSource("wrongRates")
  void shouldRefuseWrongRatesInOneLine(List<String> words) throws URISyntaxException {
    Path here =
        Path.of(BenchUsageTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "bench",
                Idle.class.getName(),
                "--classpath=" + here,
                "--store=" + folder.resolve("store")));
    arguments.addAll(words.subList(0, words.size() - 1));

    int exit =
        Commands.execute(
            arguments.toArray(String[]::new), new Console(stream(out), stream(err), false));

    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .startsWith("foliot: ")
        .contains(words.getLast());
    assertThat(exit).isEqualTo(ExitCode.USAGE);
    assertThat(out.size()).isZero();
    assertThat(folder).isEmptyDirectory();
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  /** Is never run. */
  public static class Idle implements BenchTask {
    @BenchParam("1")
    int size;

    @Override
    public void setUp(Bench bench) {}

    @Override
    public void send(long id) {}
  }

  /** Beside {@link Idle}. */
  public static final class IdleToo extends Idle {}

  /** A third one. */
  public static final class IdleAsWell extends Idle {}
}
