package dev.foliot.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReasonGroupTest {
  private static Map<String, List<Reason>> forks(Reason... reasons) {
    Map<String, List<Reason>> forks = new LinkedHashMap<>();
    for (int i = 0; i < reasons.length; i++) {
      forks.put("fork " + (i + 1), List.of(reasons[i]));
    }
    return forks;
  }

  @Test
  void shouldMakeOneOfFiveAlike() {
    Map<String, List<Reason>> forks =
        forks(
            new LoadReason.LoadGeneratorStarved(0.19),
            new LoadReason.LoadGeneratorStarved(0.58),
            new LoadReason.LoadGeneratorStarved(0.3),
            new LoadReason.LoadGeneratorStarved(0.2),
            new LoadReason.LoadGeneratorStarved(0.25));

    assertThat(ReasonGroup.of(forks, 5, "fork"))
        .singleElement()
        .satisfies(group -> {
          assertThat(group.code()).isEqualTo("LOAD_GENERATOR_STARVED");
          assertThat(group.text())
              .isEqualTo(
                  "the load generator was CPU starved in 5 of 5 forks (19 to 58 % of the time): the"
                      + " machine is busy");
        });
  }

  @Test
  void shouldNameTheForksWhereTheyAreFew() {
    Map<String, List<Reason>> forks =
        forks(
            new LoadReason.Steal(0.02), new LoadReason.Steal(0.05), new LoadReason.BacklogGrows());

    assertThat(ReasonGroup.of(forks, 12, "fork").stream().map(ReasonGroup::text))
        .containsExactly(
            "the hypervisor took CPU time (steal) in 2 of 12 forks (fork 1, fork 2; 2.0 to 5.0 % of"
                + " the CPU time): the host is busy",
            "fork 3: SATURATED: the backlog grows for as long as the load lasts; response times"
                + " only tell how long that was");
  }

  @Test
  void shouldCountAForkOnceThatHasAReasonTwice() {
    Map<String, List<Reason>> forks =
        Map.of(
            "fork 1", List.of(new LoadReason.Steal(0.02), new LoadReason.Steal(0.03)),
            "fork 2", List.of(new LoadReason.Steal(0.05)));

    assertThat(ReasonGroup.of(forks, 2, "fork"))
        .singleElement()
        .satisfies(
            group -> assertThat(group.parts()).containsExactlyInAnyOrder("fork 1", "fork 2"));
  }

  @Test
  void shouldGroupReasonsWithinParts() {
    Map<String, List<Reason>> forks =
        forks(
            new Reason.In("at 10k/s", new LoadReason.LoadGeneratorStarved(0.02)),
            new LoadReason.LoadGeneratorStarved(0.03));

    assertThat(ReasonGroup.of(forks, 2, "fork")).hasSize(1);
  }

  @Test
  void shouldBeTheReasonItselfWhereThereIsOnePart() {
    Reason reason = new LoadReason.LoadGeneratorStarved(0.02);

    assertThat(ReasonGroup.of(Map.of("fork 1", List.of(reason)), 1, "fork").get(0).text())
        .isEqualTo(reason.text());
  }
}
