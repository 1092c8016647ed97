package dev.foliot.fleet.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.fleet.cells.Notes;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MissingFoldersTest {
  private static List<String> notes(String... files) {
    Notes notes = new Notes();
    MissingFolders.note(List.of(files), notes);
    return notes.sentences();
  }

  @Test
  void shouldNameTheDaysBetweenOthers() {
    assertThat(
            notes(
                "/f/zone=a/day=2026-11-01/1.parquet",
                "/f/zone=a/day=2026-11-04/1.parquet",
                "/f/zone=a/day=2026-11-04/2.parquet",
                "/f/zone=b/day=2026-11-01/1.parquet"))
        .singleElement()
        .asString()
        .startsWith("2 folders of days are missing")
        .contains("zone=a 2026-11-02", "zone=a 2026-11-03");
  }

  @Test
  void shouldKnowHoursAndDatesInSeveralKeys() {
    assertThat(
            notes(
                "s3a://m/year=2026/month=11/day=30/hour=22/1.csv",
                "s3a://m/year=2026/month=12/day=1/hour=0/1.csv"))
        .singleElement()
        .asString()
        .startsWith("1 folders of hours are missing")
        .contains("2026-11-30T23:00");
    assertThat(notes("f/dt=20261231/1.csv", "f/dt=20270102/1.csv"))
        .singleElement()
        .asString()
        .contains("2027-01-01");
  }

  @Test
  void shouldSayNothingOfWholeOrOtherFolders() {
    assertThat(notes("f/day=2026-11-01/1.csv", "f/day=2026-11-02/1.csv")).isEmpty();
    assertThat(notes("f/day=1/1.csv", "f/day=3/1.csv", "f/part=2026-13-01/1.csv", "g.csv"))
        .isEmpty();
  }
}
