package dev.foliot.linux.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentTest {
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldFingerprintThisMachine() {
    Map<String, Object> facts = Environment.read(Path.of("/"), ProcessHandle.current().pid());

    assertThat(facts)
        .containsKeys("cpus_online", "kernel", "os", "load_average", "cpus_granted", "host");
    assertThat(facts.values()).noneMatch(value -> value.toString().contains("Optional"));
  }

  @Test
  void shouldNameWhatCannotBeRead(@TempDir Path nothing) {
    Map<String, Object> facts = Environment.read(nothing, 1);

    assertThat(facts).containsKeys("os", "cpus_granted");
    assertThat(facts.get("unavailable")).asString().contains("kernel", "cpus_online");
  }
}
