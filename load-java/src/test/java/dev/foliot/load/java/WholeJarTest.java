package dev.foliot.load.java;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What is published holds other modules. */
final class WholeJarTest {
  private static final String FAMILIES = "META-INF/services/dev.foliot.text.ReasonFamilies";

  /** Codes in what is stored are read with the families that are named. */
  @Test
  void shouldNameTheReasonFamiliesOfAllModulesThatItHolds() throws IOException {
    TreeSet<String> named = new TreeSet<>();
    for (URL file : Collections.list(WholeJarTest.class.getClassLoader().getResources(FAMILIES))) {
      try (InputStream in = file.openStream()) {
        new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(named::add);
      }
    }
    List<String> own = Files.readAllLines(Path.of("src/main/resources").resolve(FAMILIES));

    assertThat(own).hasSize(2).containsExactlyElementsOf(named);
  }
}
