package dev.foliot.fleet.read;

import static dev.foliot.fleet.read.Samples.CSV;
import static dev.foliot.fleet.read.Samples.mean;
import static dev.foliot.fleet.read.Samples.parquet;
import static dev.foliot.fleet.read.Samples.read;
import static dev.foliot.fleet.read.Samples.with;
import static dev.foliot.fleet.read.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.engine.Dialect;
import dev.foliot.fleet.engine.DuckDb;
import dev.foliot.fleet.engine.Engine;
import dev.foliot.fleet.sums.FleetMeasured;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostileFilesTest {
  private static final List<String> NAMES =
      List.of(
          "\"; DROP TABLE raw; --",
          "'); ATTACH '/etc/passwd'; --",
          "<script>alert(1)</script>",
          "=HYPERLINK(1)",
          "a\"\"b",
          "v0",
          "node",
          "${points}",
          "\u202Egnp.exe",
          "%s%n");

  @TempDir Path folder;

  @Test
  void shouldTakeAnyNameOfAColumnForAName() throws IOException {
    for (String name : NAMES) {
      String header = "time,host," + quoted(name) + "," + quoted(name + " label");
      String csv = header + "\n1,a,1,x\n2,a,1,x\n1,b,2,y\n2,b,2,y\n";
      String metric = '"' + name.replace("\"", "\"\"") + '"';

      FleetMeasured measured =
          read(write(folder, "a.csv", csv), r -> with(r, metric, "host", null, null));

      assertThat(mean(measured, "b")).as(name).isEqualTo(2);
      assertThat(measured.sums().labels()).containsExactly(name + " label");
    }
  }

  @Test
  void shouldTakeAnyNameOfAColumnOfParquetForAName() throws SQLException {
    for (String name : NAMES) {
      Path file =
          parquet(
              folder.resolve("a.parquet"),
              "SELECT range %% 4 AS time, CASE WHEN range < 4 THEN 'a' ELSE 'b' END AS host, range // 4 + 1 AS %s, 'x' || range // 4 AS %s FROM range(8)"
                  .formatted(Engine.identifier(name), Engine.identifier(name + " label")));
      String metric = '"' + name.replace("\"", "\"\"") + '"';

      FleetMeasured measured = read(file, r -> with(r, metric, "host", null, null));

      assertThat(mean(measured, "b")).as(name).isEqualTo(2);
      assertThat(measured.sums().labels()).containsExactly(name + " label");
    }
  }

  @Test
  void shouldTakeAnyNameOfANodeForAName() throws IOException {
    StringBuilder csv = new StringBuilder("time,node,cpu\n");
    for (String name : NAMES) {
      csv.append("1,").append(quoted(name)).append(",1\n2,").append(quoted(name)).append(",2\n");
    }

    assertThat(read(write(folder, "a.csv", csv.toString())).sums().nodes())
        .containsExactlyInAnyOrderElementsOf(NAMES);
  }

  @Test
  void shouldTakeAnyNameOfAFileForAName() throws IOException, SQLException {
    for (String name :
        List.of("it's.csv", "a;b=c.csv", "[x].csv", "{a,b}.csv", "a\"b.csv", "--.csv")) {
      assertThat(read(write(folder, name, CSV)).sums().nodes()).as(name).hasSize(3);
    }
    Path csv = write(folder, "a.csv", CSV);
    for (String name : List.of("it's.parquet", "a*b[c]?.parquet", "s3:x.parquet", "{a}.parquet")) {
      Path plain = folder.resolve("plain.parquet");
      parquet(plain, "SELECT * FROM read_csv('" + csv + "')");
      Path file = Files.move(plain, folder.resolve(name));
      assertThat(read(file).sums().nodes()).as(name).hasSize(3);
    }
  }

  @Test
  void shouldTakeACellOfAHundredMegabytes() throws IOException {
    Path file = folder.resolve("long.csv");
    try (Writer out = Files.newBufferedWriter(file)) {
      out.write("time,node,zone,cpu\n1,a,\"");
      String part = "x, \n".repeat(250_000);
      for (int i = 0; i < 100; i++) {
        out.write(part);
      }
      out.write("\",1\n1,b,y,2\n2,a,y,1\n2,b,y,2\n");
    }
    FleetMeasured measured = read(file);

    assertThat(mean(measured, "a")).isEqualTo(1);
    assertThat(measured.data().notes()).anyMatch(note -> note.contains("too long"));
  }

  @Test
  void shouldCutLongNames() throws IOException {
    String name = "n".repeat(100_000);
    FleetMeasured measured = read(write(folder, "a.csv", CSV.replace(",a,", "," + name + ",")));

    assertThat(measured.sums().nodes().getLast()).hasSizeLessThan(1100);
    assertThat(measured.sums().nodes()).hasSize(3);
  }

  @Test
  void shouldTakeNulsAsTheyAre() throws IOException {
    assertThat(read(write(folder, "nul.csv", CSV.replace(",a,", ",a\0,"))).sums().nodes())
        .contains("a\uFFFD");
  }

  @Test
  void shouldRefuseArchives() throws IOException {
    assertRefused("fleet.zip", new byte[] {'P', 'K', 3, 4, 0, 0}, "is an archive (zip)");
    byte[] tar = new byte[1024];
    System.arraycopy("ustar".getBytes(StandardCharsets.UTF_8), 0, tar, 257, 5);
    assertRefused("fleet.tar", tar, "is an archive (tar)");
    assertRefused("fleet.bz2", "BZh91AY".getBytes(StandardCharsets.UTF_8), "by xz or bzip2");
  }

  private void assertRefused(String name, byte[] bytes, String message) throws IOException {
    Path file = Files.write(folder.resolve(name), bytes);

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining(message);
  }

  @Test
  void shouldReadNothingButTheNamedFiles() throws IOException, SQLException {
    Path secret = write(folder, "secret.csv", "a\n1\n");
    Path named = write(folder, "named.csv", "a\n1\n");
    Path own = Files.createDirectory(folder.resolve("own"));
    try (DuckDb engine = DuckDb.open(own, List.of(named), 256L << 20, 1)) {
      assertThat(engine.numbers("SELECT COUNT(*) FROM read_csv(" + path(named) + ")")[0])
          .isEqualTo(1);
      for (String sql :
          List.of(
              "SELECT * FROM read_csv(" + path(secret) + ")",
              "SELECT * FROM read_text(" + path(secret) + ")",
              "SELECT * FROM sniff_csv(" + path(secret) + ")",
              "SELECT * FROM glob(" + path(folder.resolve("*")) + ")",
              "SELECT * FROM '" + secret + "'",
              "ATTACH " + path(folder.resolve("x.db")),
              "COPY (SELECT 1) TO " + path(folder.resolve("written.csv")),
              "INSTALL httpfs",
              "LOAD httpfs",
              "SET enable_external_access = true",
              "SET allowed_paths = ['/']",
              "SET lock_configuration = false",
              "SET memory_limit = '10GB'",
              "RESET allowed_paths")) {
        assertThatThrownBy(() -> engine.execute(sql)).as(sql).isInstanceOf(SQLException.class);
      }
    }
    assertThat(folder.resolve("written.csv")).doesNotExist();
  }

  private static String path(Path path) {
    return Dialect.DUCKDB.literal(path.toString());
  }

  private static String quoted(String cell) {
    return '"' + cell.replace("\"", "\"\"") + '"';
  }
}
