package dev.foliot.cli.details;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.judgement.answer.FleetAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.store.fleet.FleetRecord;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class FleetTextTest {
  @Test
  void shouldPutTheVerdictInWordsFirst() {
    assertThat(text(Fleets.bands()))
        .containsSubsequence(
            "Two groups: 19 of 24 nodes (79.2 %, 57.9 to 92.9 %) take 1.93 times the cpu/rps that"
                + " the others",
            "confidence 99.0 %: cpu/rps of 25 nodes in 34 lifetimes,"
                + " /data/simulated-fleet.csv\n",
            "group            nodes     share     95 % interval      center      spread\n",
            "0                    5    20.8 %     7.1 to 42.2 %      0.0061        1e-4\n",
            "1                   19    79.2 %    57.9 to 92.9 %      0.0118        4e-4\n",
            "  apart       Ashman's D is 19.5",
            "Hartigan's dip has p 0.034, which\n              decides nothing\n",
            "  outliers    node-99\n",
            "  explained   zone=eu-1a, a label, in group 0: effect 0.61, risk ratio 4.2, adjusted",
            "the same say rack=r12",
            "  goes with   ipc, a metric that is higher in group 0: effect 1, adjusted p below"
                + " 0.001",
            "  persistence drawn anew at a restart; within a lifetime 99.8 %",
            "after 9 restarts 4 are in another group",
            "  eighths     1/8, 2/8, 3/8 in the interval",
            "\nsteps\n",
            "1. load taken out: slope 0.00001",
            "[Hsiao, Analysis of Panel Data, 2014",
            "2. groups: one against two",
            "\ndata\n",
            "  read        4,800 rows (csv); node node, time time, load rps, start start_time\n",
            "  labels      zone, version\n",
            "  points      12 without a value (3 not finite), 2 duplicates; rows out of order; 10",
            "  too little  node-98\n",
            "  guessed     - node: the column node, by its name\n",
            "  notes       times without a zone",
            "  next        Find what the label stands for");
    assertThat(text(Fleets.bands()).lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
  }

  @Test
  void shouldSayOfOneBandNoMoreThanThereIs() {
    assertThat(text(Fleets.oneBand()))
        .startsWith(
            "One group: 10 nodes are one population by latency, around 105.\nconfidence 80.0 %:")
        .contains("time none, load none, start none", "(the confidence of one group is the chance")
        .doesNotContain(
            "explained", "persistence", "eighths", "outliers", "steps", "guessed", "next");
  }

  private static String text(FleetRecord fleet) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new FleetText(
            new PrintStream(bytes, true, StandardCharsets.UTF_8),
            fleet,
            FleetAnswer.of(fleet, NextCommands.after(List.of()), true))
        .print();
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
