package dev.foliot.spark.pipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class SparkCommandTest {
  @TempDir Path folder;

  @Test
  void shouldPassPackagesAndSettingsBeforeTheJar() throws IOException {
    Path submit = submit(folder);
    Path jar = Files.createFile(folder.resolve("spark.jar"));
    SparkCommand command =
        new SparkCommand(
                "foliot fleet",
                "local[2]",
                jar,
                "org.apache.hadoop:hadoop-aws:3.4.1",
                List.of("spark.executor.memory=8g", "spark.a=b c=d"))
            .usually(List.of("spark.executor.memory=1g"));

    assertThat(command.words(Map.of("SPARK_HOME", folder.toString())))
        .containsExactly(
            submit.toAbsolutePath().toString(),
            "--master",
            "local[2]",
            "--packages",
            "org.apache.hadoop:hadoop-aws:3.4.1",
            "--conf",
            "spark.executor.memory=1g",
            "--conf",
            "spark.executor.memory=8g",
            "--conf",
            "spark.a=b c=d",
            "--deploy-mode",
            "client",
            "--name",
            "foliot fleet",
            "--class",
            "dev.foliot.spark.SqlServer",
            jar.toAbsolutePath().toString(),
            "--serve");
  }

  @Test
  void shouldSayWhatIsMissing() throws IOException {
    SparkCommand command =
        new SparkCommand("foliot", null, folder.resolve("no.jar"), null, List.of());

    assertThatThrownBy(() -> command.words(Map.of("SPARK_HOME", folder.toString())))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("has no bin/spark-submit");
    assertThatThrownBy(() -> command.words(Map.of("PATH", folder.toString())))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("set SPARK_HOME");
    submit(folder);
    assertThatThrownBy(() -> command.words(Map.of("SPARK_HOME", folder.toString())))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("no.jar: no such file")
        .hasMessageContaining("--spark-jar");
  }

  private static Path submit(Path home) throws IOException {
    return Files.createFile(Files.createDirectories(home.resolve("bin")).resolve("spark-submit"));
  }
}
