package dev.foliot.study.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.study.framework.Launch;
import dev.foliot.text.FoliotException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JarDownstreamTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "http://127.0.0.1:9000/v1?a=1 127.0.0.1:9000 http://X/v1?a=1",
        "http://localhost:9000 localhost:9000 http://X",
        "jdbc:postgresql://[::1]:5432/shop [::1]:5432 jdbc:postgresql://X/shop"
      })
  void shouldPutTheLinkInFrontOfTheSystem(String url, String system, String linked) {
    JarDownstream downstream = JarDownstream.parse("stock.url=" + url + ",100ms");

    assertThat(downstream).isEqualTo(new JarDownstream("stock.url", url, system, "100ms"));
    assertThat(downstream.word(Launch.Keys.ARGUMENT, "X")).isEqualTo("--stock.url=" + linked);
    assertThat(downstream.word(Launch.Keys.ARGUMENT, system)).isEqualTo("--stock.url=" + url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "stock.url",
        "stock.url=http://127.0.0.1:9000",
        "stock.url=9000,100ms",
        "stock.url=http://127.0.0.1/,100ms",
        "=http://127.0.0.1:9000,100ms"
      })
  void shouldRefuseWhatHasNoDelayOrNoPort(String text) {
    assertThatThrownBy(() -> JarDownstream.parse(text))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("write KEY=URL,TIME as in stock.url=http://127.0.0.1:9000,100ms");
  }

  /** A load is for this machine. */
  @Test
  void shouldRefuseAnotherMachine() {
    assertThatThrownBy(() -> JarDownstream.parse("stock.url=http://stock.example:9000,100ms"))
        .isInstanceOf(FoliotException.class)
        .hasMessageStartingWith("--downstream: stock.example is another machine");
  }

  @Test
  void shouldRefuseTlsAndAnEndlessDelay() {
    assertThatThrownBy(() -> JarDownstream.parse("stock.url=https://127.0.0.1:9000,100ms"))
        .isInstanceOf(FoliotException.class)
        .hasMessageEndingWith("name an http URL");
    assertThatThrownBy(() -> JarDownstream.parse("stock.url=http://127.0.0.1:9000,2min"))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("2min is above 60s");
  }
}
