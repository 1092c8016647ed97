package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The modules java.management, jdk.management and jdk.jfr may be missing from a runtime. */
final class BareRuntimeTest {
  @Test
  void shouldWorkWithTheModuleJavaBaseAlone() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--limit-modules",
                "java.base",
                "-cp",
                place(PoolEvents.class) + File.pathSeparator + place(BareRuntime.class),
                BareRuntime.class.getName())
            .redirectErrorStream(true)
            .start();
    try {
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      assertThat(output).isEqualTo("1 module, NaN CPUs used");
      assertThat(process.waitFor()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  private static Path place(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
