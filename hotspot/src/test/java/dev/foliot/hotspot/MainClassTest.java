package dev.foliot.hotspot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainClassTest {
  @ParameterizedTest
  @CsvSource({
    "java acme.Main --password=x, acme.Main",
    "/usr/lib/jvm/jdk-25/bin/java -cp a.jar:b.jar -Xmx1g acme.Main -cp other, acme.Main",
    "java --class-path=a.jar -XX:+UseZGC acme.Main, acme.Main",
    "java -Dkey=value -jar /opt/app.jar run, /opt/app.jar",
    "java -p mods --add-opens java.base/java.lang=ALL-UNNAMED -m acme/acme.Main x, acme/acme.Main",
    "java --module=acme/acme.Main x, acme/acme.Main",
    "java @arguments acme.Main, acme.Main",
    "java @arguments, ''",
    "java -jar, ''",
    "jsvc acme.Main, ''",
    "'', ''"
  })
  void shouldFindItInTheCommandLine(String line, String expected) {
    assertThat(MainClass.of(List.of(line.split(" ", -1)))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"acme.Main --password=x, acme.Main", "acme.Main, acme.Main", "'', ''"})
  void shouldFindItInHotspotsText(String text, String expected) {
    assertThat(MainClass.of(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"1000, ''", "10, xxxxxxxxxx"})
  void shouldNotTrustATextThatMayBeCut(int length, String expected) {
    assertThat(MainClass.of("x".repeat(length))).isEqualTo(expected);
  }
}
