package dev.foliot.store.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerNameTest {
  @ParameterizedTest
  @CsvSource({
    "java -Xmx1g -jar /opt/app/orders.jar --port=8080, orders.jar",
    "${java} -cp lib/* -ea com.acme.Main 8080, com.acme.Main",
    "/opt/jdk/bin/java -p mods -m com.acme/com.acme.Main, com.acme.Main",
    "${java-home}/bin/java -version, java",
    "/usr/sbin/nginx -c x.conf, nginx",
    "./run.sh, run.sh",
  })
  void shouldNameTheProgram(String command, String name) {
    assertThat(ServerName.of(List.of(command.split(" ", -1)))).isEqualTo(name);
  }
}
