package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Runs of every kind. They stay as they are. */
final class GoldenRuns {
  /** Where they are among the resources. */
  static final String FOLDER = "/golden-runs/";

  static final String BENCH_SATURATED = "20261126-133210-dkf2";
  static final String BENCH_SWEEP = "20261126-133153-ftz7";
  static final String DIAGNOSIS = "20261126-134002-ehsr";
  static final String DIAGNOSIS_OF_OTHER = "20261126-134016-awkb";

  private GoldenRuns() {}

  /** Puts all of them into a store. */
  static void unzip(Path store) throws Exception {
    unzip(FOLDER, store);
  }

  /** Puts all runs of a folder among the resources into a store. */
  static void unzip(String folder, Path store) throws Exception {
    Path zips = Path.of(Objects.requireNonNull(GoldenRuns.class.getResource(folder)).toURI());
    try (Stream<Path> files = Files.list(zips)) {
      for (Path zip : files.filter(file -> file.toString().endsWith(".zip")).sorted().toList()) {
        unzipOne(zip, store);
      }
    }
  }

  private static void unzipOne(Path file, Path store) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path to = store.resolve(entry.getName()).normalize();
        assertThat(to.startsWith(store)).isTrue();
        Files.createDirectories(to.resolveSibling("."));
        Files.copy(zip, to);
      }
    }
  }
}
