package dev.foliot.fleet.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SelectorsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cpu | cpu{a='b'}",
        "rate(cpu[5m]) / rate(rps[5m]) | rate(cpu{a='b'}[5m]) / rate(rps{a='b'}[5m])",
        "cpu{mode!='idle'} | cpu{mode!='idle',a='b'}",
        "cpu{} | cpu{a='b'}",
        "sum by (pod, zone) (rate(cpu[5m])) | sum by (pod, zone) (rate(cpu{a='b'}[5m]))",
        "sum(x) without (le) / on(pod) group_left(zone) y | "
            + "sum(x{a='b'}) without (le) / on(pod) group_left(zone) y{a='b'}",
        "x offset 5m | x{a='b'} offset 5m",
        "x > bool 1e3 and y | x{a='b'} > bool 1e3 and y{a='b'}",
        "node:cpu:rate5m * 100 | node:cpu:rate5m{a='b'} * 100",
        "x{p='a}b'} + 0.5 | x{p='a}b',a='b'} + 0.5",
      })
  void shouldPutMatchersIntoEachSeries(String expression, String expected) {
    assertThat(Selectors.into(expression, "a='b'")).isEqualTo(expected);
    assertThat(Selectors.into(expression, "")).isEqualTo(expression);
  }
}
