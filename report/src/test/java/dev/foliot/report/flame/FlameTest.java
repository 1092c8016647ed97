package dev.foliot.report.flame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Section;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.profile.ProfileKind;
import dev.foliot.store.profile.ProfileRecord;
import dev.foliot.store.profile.ProfileStack;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class FlameTest {
  private static FlameTree tree(Object... stacksAndSamples) {
    FlameTree tree = new FlameTree();
    for (int i = 0; i < stacksAndSamples.length; i += 2) {
      List<String> frames = List.of(stacksAndSamples[i].toString().split(";", -1));
      tree.add(List.of(new ProfileStack(frames, (Integer) stacksAndSamples[i + 1])));
    }
    return tree;
  }

  @Test
  void shouldPutCalleesOnTheirCallersInTheOrderOfTheirNames() {
    FlameTree tree = tree("main;b", 30, "main;a", 60, "main", 10);

    List<FlameLayout.Frame> frames = FlameLayout.of(tree, tree).frames();

    assertThat(frames)
        .extracting(frame -> frame.place().name())
        .containsExactly("all", "main", "a", "b");
    assertThat(frames).extracting(FlameLayout.Frame::row).containsExactly(0, 1, 2, 2);
    assertThat(frames).extracting(FlameLayout.Frame::start).containsExactly(0L, 0L, 0L, 60L);
    assertThat(frames).extracting(frame -> frame.place().own()).containsExactly(0L, 10L, 60L, 30L);
  }

  @Test
  void shouldShowWhenTheHottestMethodsRan() {
    Profile profile =
        new Profile(
            new ProfileRecord(
                ProfileRecord.SCHEMA,
                ProfileRecord.ASYNC,
                new ProfileRecord.Sampling(10_000_000, 256, 40, 0, 0, 0, 0, 100_000_000),
                null),
            List.of(
                new ProfileStack(List.of("main", "early"), 30, List.of(30L)),
                new ProfileStack(List.of("main", "late<script>"), 10, List.of(0L, 2L, 8L))));
    Section section =
        FlameSection.ofDiagnosis("d0", "", Map.of(ProfileKind.CPU, profile)).orElseThrow();

    List<Block.Figure> figures =
        section.blocks().stream()
            .filter(Block.Figure.class::isInstance)
            .map(Block.Figure.class::cast)
            .toList();
    assertThat(figures)
        .extracting(Block.Figure::id)
        .containsExactly("d0-profile0-times", "d0-profile0");
    assertThat(figures.getFirst().picture().svg().toString())
        .contains("data-flame=\"d0-profile0\"", "data-slices=\"3\"", "data-ns=\"100000000\"")
        .contains(">early</text>", ">late&lt;script&gt;</text>");
    assertThat(figures.getLast().picture().svg().toString())
        .contains("data-t=\"0:30 1:2 2:8\"", "data-t=\"1:2 2:8\"");
    assertThat(Objects.requireNonNull(figures.getFirst().table()).rows())
        .extracting(row -> row.get(1).text(), row -> row.get(2).text())
        .containsExactly(
            tuple("30\u00a0samples", "early"),
            tuple("2\u00a0samples", "late<script>"),
            tuple("8\u00a0samples", "late<script>"));
  }

  @Test
  void shouldCountANameOnceInAStackThatItCallsItselfIn() {
    FlameTree tree = tree("f;f;f", 3, "g", 1);

    assertThat(tree.share("f")).isEqualTo(0.75);
    assertThat(tree.ownShare("f")).isEqualTo(0.75);
    assertThat(tree.share("h")).isZero();
  }

  @Test
  void shouldLeaveOutWhatIsNarrowerThanAThousandthAndSaySo() {
    FlameTree tree = tree("wide", 1_999, "narrow;inner", 1);

    FlameLayout layout = FlameLayout.of(tree, tree);

    assertThat(layout.frames())
        .extracting(frame -> frame.place().name())
        .containsExactly("all", "wide");
    assertThat(layout.narrow()).isEqualTo(1);
    assertThat(layout.high()).isZero();
  }

  @Test
  void shouldDrawTheWidestOfTooManyFramesAndNotTooManyRows() {
    List<Object> many = new ArrayList<>();
    for (int i = 0; i < 900; i++) {
      many.add("m%03d".formatted(i));
      many.add(i < 100 ? 3 : 2);
    }
    FlameTree flat = tree(many.toArray());
    FlameTree deep = tree("f;".repeat(400) + "f", 1);

    assertThat(FlameLayout.of(flat, flat).frames()).hasSizeBetween(100, 801);
    FlameLayout layout = FlameLayout.of(deep, deep);
    assertThat(layout.rows()).isEqualTo(90);
    assertThat(layout.high()).isEqualTo(1);
  }

  @Test
  void shouldFindTheSamePlaceInTheOtherProfile() {
    FlameTree a = tree("main;x;y", 5, "main;y", 5);
    FlameTree b = tree("main;x;y", 10, "main;z", 10);

    List<FlameLayout.Frame> frames = FlameLayout.of(b, a).frames();

    assertThat(frames)
        .extracting(frame -> frame.place().name() + " " + frame.other())
        .containsExactly("all 10", "main 10", "x 5", "y 5", "z 0");
  }

  @Test
  void shouldTellAChangeFromChance() {
    // two standard errors of 10 % against 14 % are 2.8 points at 1,000 samples each, 8.9 at 100
    FlameChange seen = new FlameChange(0.10, 0.14, 1_000, 1_000);
    FlameChange chance = new FlameChange(0.10, 0.14, 100, 100);

    assertThat(seen.points()).isCloseTo(0.04, within(1e-12));
    assertThat(seen.isSeen()).isTrue();
    assertThat(seen.css()).isEqualTo("up2");
    assertThat(chance.isSeen()).isFalse();
    assertThat(chance.css()).isEqualTo("even");
    assertThat(new FlameChange(0.5, 0.3, 1_000, 1_000).css()).isEqualTo("down3");
    assertThat(new FlameChange(0.001, 0.006, 10_000, 10_000).css()).isEqualTo("up1");
    assertThat(new FlameChange(1, 1, 10, 10).css()).as("the root").isEqualTo("even");
    assertThat(new FlameChange(0, 0, 0, 0).css()).isEqualTo("even");
  }

  @Test
  void shouldTellWhoseCodeItIs() {
    assertThat(FlameDrawing.kind("com.acme.Hop$Inner.run")).isEqualTo("java");
    assertThat(FlameDrawing.kind("com.acme.Hop$$Lambda.run")).isEqualTo("java");
    assertThat(FlameDrawing.kind("java.util.HashMap.get")).isEqualTo("jdk");
    assertThat(FlameDrawing.kind("libjvm.so.jvmti_Deallocate")).isEqualTo("native");
    assertThat(FlameDrawing.kind("libc.so.6.___pthread_cond_broadcast")).isEqualTo("native");
    assertThat(FlameDrawing.kind("Method::make_adapters")).isEqualTo("native");
    assertThat(FlameDrawing.shortName("com.acme.Hop.run")).isEqualTo("Hop.run");
    assertThat(FlameDrawing.shortName("main")).isEqualTo("main");
  }
}
