package dev.foliot.bench.jmh;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.BenchFailedException;
import dev.foliot.bench.BenchRunner;
import dev.foliot.bench.Measurement;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Benchmarks for JMH, called as JMH calls them. */
class JmhTaskTest {
  @BeforeEach
  void forget() {
    Suite.LOG.clear();
  }

  private static JmhBenchmark benchmark(Class<?> type, String method) throws Exception {
    return JmhBenchmark.of(type.getName(), method, Map.of());
  }

  private static Measurement run(Class<?> type, String method, Map<String, String> more) {
    Map<String, String> params =
        new HashMap<>(Map.of("type", type.getName(), "method", method, "values", "", "calls", "1"));
    params.put("alone", "true");
    params.putAll(more);
    return BenchRunner.run(
        new JmhTask(),
        BenchConfig.DEFAULT.with(
            Map.of(
                "rate",
                "1k/s",
                "messages",
                "0".equals(params.get("calls")) ? "1" : "4",
                "warmup",
                "0s")),
        params);
  }

  @Test
  void shouldCallFixturesOfEachLevelInOrder() throws Exception {
    JmhBenchmark benchmark = benchmark(Suite.Fixtures.class, "call");
    benchmark.setUp();
    JmhThread thread = benchmark.begin(1);
    thread.call(2);
    thread.called();
    thread.iterate(Fixture.TEAR_DOWN);
    benchmark.iterate(Fixture.TEAR_DOWN);
    thread.end();
    benchmark.tearDown();

    assertThat(Suite.LOG)
        .containsExactly(
            "shared trial",
            "shared iteration",
            "own trial of the superclass",
            "own trial",
            "before",
            "call",
            "after",
            "before",
            "call",
            "after",
            "before",
            "after",
            "shared end of iteration",
            "own end",
            "shared end");
  }

  @Test
  void shouldCallFixturesOfAnIterationAroundWarmUpAndMeasuredLoad() {
    Measurement measured =
        BenchRunner.run(
            new JmhTask(),
            BenchConfig.DEFAULT.with(
                Map.of("rate", "1k/s", "messages", "4", "warmup", "3ms", "producers", "2")),
            Map.of(
                "type",
                Suite.Fixtures.class.getName(),
                "method",
                "call",
                "values",
                "",
                "calls",
                "1",
                "alone",
                "false"));

    assertThat(measured.failure()).isNull();
    assertThat(Collections.frequency(Suite.LOG, "shared iteration")).isEqualTo(2);
    assertThat(Collections.frequency(Suite.LOG, "shared end of iteration")).isEqualTo(2);
    // each producer has states of its own
    assertThat(Collections.frequency(Suite.LOG, "own trial")).isEqualTo(2);
    assertThat(Collections.frequency(Suite.LOG, "own end")).isEqualTo(2);
    assertThat(Collections.frequency(Suite.LOG, "shared trial")).isEqualTo(1);
  }

  @Test
  void shouldMakeTheStatesThatJmhGenerated() {
    run(Suite.Padded.class, "itself", Map.of());

    assertThat(Suite.LOG).hasSize(4).containsOnly("Suite_Padded_jmhType");
  }

  @Test
  void shouldGiveEachArgumentOfAThreadsStateAnotherOne() {
    run(Suite.Padded.class, "twoOfOneType", Map.of());

    assertThat(Suite.LOG).contains("another").doesNotContain("the same");
  }

  @Test
  void shouldSetParameters() {
    Measurement measured =
        run(
            Suite.Params.class,
            "read",
            Map.of("values", "size=2&text=a+b%26c%3Dd&unit=DAYS&letter=x&flag=true"));

    assertThat(measured.failure()).isNull();
    assertThat(Suite.LOG).contains("2 a b&c=d DAYS x true");
  }

  @ParameterizedTest
  @CsvSource({
    "size=two&text=&unit=DAYS&letter=x&flag=true, parameter size cannot be 'two': it is a int",
    "size=2&text=&unit=YEARS&letter=x&flag=true, parameter unit cannot be 'YEARS'",
    "size=2&text=&unit=DAYS&letter=&flag=true, parameter letter cannot be ''",
    "size=2, has no value of the parameter text"
  })
  void shouldRefuseAValueThatDoesNotFit(String values, String message) {
    assertThatThrownBy(() -> run(Suite.Params.class, "read", Map.of("values", values)))
        .isInstanceOf(BadOptionException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({
    "nothing, void",
    "truth, boolean",
    "octet, byte",
    "small, short",
    "letter, char",
    "whole, int",
    "large, long",
    "real, float",
    "exact, double",
    "reference, String"
  })
  void shouldCallMethodsOfEachResult(String method, String logged) throws Exception {
    JmhBenchmark benchmark = benchmark(Suite.Returns.class, method);
    benchmark.setUp();
    benchmark.begin(1).call(3);

    assertThat(Suite.LOG).containsExactly(logged, logged, logged);
  }

  @Test
  void shouldCallAMethodOfASuperclass() {
    run(Suite.Heir.class, "inherited", Map.of());

    assertThat(Suite.LOG).contains("inherited by Heir");
  }

  @Test
  void shouldFindANestedClassByItsNameInSourceCode() throws Exception {
    String name = String.valueOf(Suite.Cheap.class.getCanonicalName());

    assertThat(JmhBenchmark.of(name, "next", Map.of())).isNotNull();
    assertThatThrownBy(() -> JmhBenchmark.of("acme.Suite.Cheap", "next", Map.of()))
        .isInstanceOf(ClassNotFoundException.class)
        .hasMessage("acme.Suite.Cheap");
  }

  @Test
  void shouldCallAsOftenAsAMessageIs() {
    run(Suite.Returns.class, "nothing", Map.of("calls", "25"));

    assertThat(Suite.LOG).hasSize(100);
  }

  @ParameterizedTest
  @CsvSource({
    "group, has the scope Group",
    "params, params takes org.openjdk.jmh.infra.BenchmarkParams",
    "missing, has no public method missing with @Benchmark"
  })
  void shouldRefuseWhatOnlyJmhHas(String method, String message) {
    assertThatThrownBy(() -> run(Suite.Refused.class, method, Map.of()))
        .isInstanceOf(BadOptionException.class)
        .hasMessageContaining(message);
  }

  @Test
  void shouldRefuseASharedStateOverOnesOfThreads() {
    assertThatThrownBy(() -> run(Suite.SharedOverOwn.class, "call", Map.of()))
        .isInstanceOf(BadOptionException.class)
        .hasMessageContaining("which each thread has for itself");
  }

  @Test
  void shouldRefuseToSetASharedStateUpForCallsOfSeveralThreads() throws Exception {
    JmhBenchmark benchmark = benchmark(Suite.SharedEachCall.class, "call");
    benchmark.setUp();
    benchmark.begin(1);

    assertThatThrownBy(() -> benchmark.begin(2))
        .isInstanceOf(BadOptionException.class)
        .hasMessageContaining("several threads would call before of level Invocation");
  }

  @Test
  void shouldNameWhatABenchmarkThrows() {
    Measurement.Failure failure = run(Suite.Failing.class, "call", Map.of()).failure();

    assertThat(failure).isNotNull();
    assertThat(failure.reason()).contains("it is Monday");
  }

  @Test
  void shouldNameWhatASetUpThrows() {
    assertThatThrownBy(() -> run(Suite.FailingSetUp.class, "call", Map.of()))
        .isInstanceOf(BenchFailedException.class)
        .hasMessageContaining("no disk");
  }

  @Test
  void shouldFindOutWhatACallCosts() {
    Measurement measured = run(Suite.Cheap.class, "next", Map.of("calls", "0"));

    assertThat(requireNonNull(measured.probes().get(JmhTask.COST)).minNs()).isPositive();
    assertThat(requireNonNull(measured.probes().get(JmhTask.ALONE)).count()).isZero();
  }

  @Test
  void shouldFindOutThatCallsAreSetUpOneByOne() {
    Measurement measured = run(Suite.Fixtures.class, "call", Map.of("calls", "0"));

    assertThat(requireNonNull(measured.probes().get(JmhTask.ALONE)).count()).isPositive();
    // never two calls without a set-up between them
    List<String> calls =
        Suite.LOG.stream()
            .filter(one -> one.equals("call") || one.equals("before"))
            .limit(6)
            .toList();
    assertThat(calls).containsExactly("before", "call", "before", "call", "before", "call");
  }
}
