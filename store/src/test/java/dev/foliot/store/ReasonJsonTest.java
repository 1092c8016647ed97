package dev.foliot.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import dev.foliot.text.RunReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReasonJsonTest {
  @TempDir private Path folder;

  record Holder(String schema, Validity validity) {}

  private Validity read(String json) throws IOException {
    Path file = folder.resolve("holder.json");
    Files.writeString(file, json);
    return Json.read(file, Holder.class, "foliot.holder/1").validity();
  }

  private Validity again(Validity validity) throws IOException {
    return read(Json.text(new Holder("foliot.holder/1", validity)));
  }

  @Test
  void shouldWriteCodesBesideTheTexts() throws IOException {
    Validity validity =
        Validity.of(
                Verdict.SUSPECT, List.of(new LoadReason.Steal(0.02), new LoadReason.BacklogGrows()))
            .in("fork 3");

    assertThat(Json.text(validity).replaceAll("\\s+", " "))
        .contains(
            "\"reason_codes\" : [ { \"code\" : \"STEAL\", \"in\" : [ \"fork 3\" ],"
                + " \"params\" : { \"share\" : 0.02 } },")
        .contains("{ \"code\" : \"BACKLOG_GROWS\", \"in\" : [ \"fork 3\" ] }");
    assertThat(again(validity)).isEqualTo(validity);
  }

  @Test
  void shouldKeepEachTypeOfParameter() throws IOException {
    Validity validity =
        Validity.of(
            Verdict.INVALID,
            List.of(
                new LoadReason.LoadGeneratorLate(99.9, 1L << 60, 1),
                new LoadReason.RequestsFailed(2, 3, List.of("reset 1", "time-out 1")),
                new RunReason.SaturatedAt("40k/s", 1, 2),
                new Reason.Plain("it died"),
                new Reason.In("A", new Reason.In("fork 1", new LoadReason.NeverSteady()))));

    assertThat(again(validity)).isEqualTo(validity);
  }

  @Test
  void shouldKeepCodesAndTextsOfANewerVersion() throws IOException {
    Validity validity =
        read(
            """
            {"schema": "foliot.holder/1", "validity": {"verdict": "SUSPECT",
             "reasons": ["fork 1: the moon was full", "steal: much"],
             "reason_codes": [{"code": "MOON", "in": ["fork 1"], "params": {"phase": 1}},
                              {"code": "STEAL", "params": {"watts": "x"}}]}}
            """);

    assertThat(validity.reasonCodes())
        .containsExactly(
            new Reason.In("fork 1", new Reason.Recorded("MOON", "the moon was full")),
            new Reason.Recorded("STEAL", "steal: much"));
    assertThat(again(validity)).isEqualTo(validity);
  }

  /** The module that gives a reason need not be there to read a file with it. */
  @Test
  void shouldShowTheTextOfAReasonWhoseFamilyIsNotOnTheClassPath() throws IOException {
    String code = "\"reason_codes\": [{\"code\": \"POOL_LOST\", \"params\": {\"why\": \"it\"}}]}}";
    String start = "{\"schema\": \"foliot.holder/1\", \"validity\": {\"verdict\": \"SUSPECT\", ";

    Validity told = read(start + "\"reasons\": [\"the pool was lost: it\"], " + code);
    Validity bare = read(start + "\"reasons\": [], " + code);

    assertThat(told.reasonCodes())
        .containsExactly(new Reason.Recorded("POOL_LOST", "the pool was lost: it"));
    assertThat(again(told)).isEqualTo(told);
    assertThat(bare.reasons()).containsExactly("a reason that is unknown here: POOL_LOST");
  }
}
