package dev.foliot.report.flame;

import dev.foliot.report.bench.ForkView;
import dev.foliot.report.bench.Group;
import dev.foliot.report.bench.RunView;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Section;
import dev.foliot.report.page.Units;
import dev.foliot.report.study.ArmView;
import dev.foliot.report.study.StudyView;
import dev.foliot.store.StoredRun;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.profile.ProfileKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Flame graphs of the arms of a page, and how each differs from the first. What is shown is bounded
 * by {@link FlameLayout} and by how many graphs a page has.
 */
public final class FlameSection {
  private static final int MOST_GRAPHS = 4;
  private static final int MOST_METHODS = 20;
  private static final String HEADING = "Where the CPU time went";

  private final String id;
  private final List<FlameProfile> profiles;

  private FlameSection(String id, List<FlameProfile> profiles) {
    this.id = id;
    this.profiles = profiles;
  }

  /** That of bench runs, under the highest rate of each; empty where none was profiled. */
  public static Optional<Section> ofRuns(List<StoredRun> runs, List<RunView> views) {
    List<@Nullable FlameProfile> found = new ArrayList<>();
    for (Group group : Group.of(views)) {
      if (group.load() == group.run().run().loads().size() - 1) {
        List<ForkView> counting = group.counting();
        found.add(
            FlameProfile.of(
                group.name(),
                runs.get(views.indexOf(group.run())),
                (counting.isEmpty() ? group.forks() : counting)
                    .stream().map(ForkView::number).toList()));
      }
    }
    return section("flames", HEADING, found);
  }

  /** That of a study, under the load that keeps it busiest; empty where it was not profiled. */
  public static Optional<Section> ofStudy(StoredRun run, StudyView study, String prefix) {
    int step = study.busiest();
    List<@Nullable FlameProfile> found = new ArrayList<>();
    for (ArmView arm : study.arms()) {
      found.add(
          FlameProfile.of(
              arm.name(),
              run,
              study.points(arm, step).stream().map(point -> point.fork()).toList()));
    }
    String of = study.study().steps().size() == 1 ? "" : ", " + study.stepName(step);
    return section(study.key() + "-flames", prefix + HEADING + of, found);
  }

  /** That of a diagnosis; empty where it was not profiled. */
  public static Optional<Section> ofDiagnosis(
      String key, String prefix, Map<ProfileKind, Profile> profiles) {
    List<@Nullable FlameProfile> found = new ArrayList<>();
    profiles.forEach((kind, profile) -> found.add(FlameProfile.of(kind, profile)));
    return profiles.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Section(
                key + "-profiles",
                prefix + "Profiles",
                new FlameSection(key + "-profile", found.stream().filter(Objects::nonNull).toList())
                    .each()));
  }

  private static Optional<Section> section(
      String id, String heading, List<@Nullable FlameProfile> found) {
    List<FlameProfile> profiles = found.stream().filter(Objects::nonNull).toList();
    return profiles.isEmpty()
        ? Optional.empty()
        : Optional.of(new Section(id, heading, new FlameSection(id, profiles).blocks()));
  }

  /** The graphs of profiles that cannot be compared with each other. */
  private List<Block> each() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Steps("Samples", profiles.stream().map(FlameProfile::counts).toList(), false));
    Set<String> means = new LinkedHashSet<>();
    for (int i = 0; i < profiles.size(); i++) {
      if (profiles.get(i).isDrawn()) {
        times(profiles.get(i), i).ifPresent(blocks::add);
        blocks.add(graph(profiles.get(i), i));
      }
      means.addAll(profiles.get(i).means());
    }
    blocks.add(new Block.Steps("What this cannot see", FlameWords.unseen(means), false));
    return blocks;
  }

  private List<Block> blocks() {
    List<FlameProfile> drawn = profiles.stream().filter(FlameProfile::isDrawn).toList();
    List<FlameProfile> some = drawn.subList(0, Math.min(MOST_GRAPHS, drawn.size()));
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Steps(
            "Samples", profiles.stream().limit(20).map(FlameProfile::counts).toList(), false));
    for (int i = 1; i < some.size(); i++) {
      blocks.add(difference(some.getFirst(), some.get(i), i));
    }
    for (int i = 0; i < some.size(); i++) {
      blocks.add(graph(some.get(i), i));
    }
    if (drawn.size() > some.size()) {
      blocks.add(
          new Block.Prose(
              (drawn.size() - some.size())
                  + " more were profiled: their stacks are in profile.folded of each fork."));
    }
    Set<String> means = new LinkedHashSet<>();
    profiles.forEach(profile -> means.addAll(profile.means()));
    blocks.add(new Block.Steps("What this cannot see", FlameWords.unseen(means), false));
    return blocks;
  }

  /** When it was; empty where the profile does not say so. */
  private Optional<Block> times(FlameProfile profile, int number) {
    TimesDrawing drawing = new TimesDrawing(profile);
    if (!drawing.isPossible()) {
      return Optional.empty();
    }
    String flame = id + number;
    return Optional.of(
        Block.Figure.of(
                flame + "-times",
                "When: " + profile.name(),
                "A column is "
                    + Units.shortDuration((double) profile.sliceNs())
                    + "; the darker, the more of a row's own "
                    + profile.name()
                    + ". Drag over columns, or use the arrow keys with Shift: the flame graph below"
                    + " then shows that time alone.",
                Block.Picture.of(drawing.draw(profile.name(), flame)))
            .table(
                new Block.Table(
                    flame + "-times-table",
                    "When, in tenths",
                    "",
                    List.of(
                        Cell.text("from"), Cell.number("amount"), Cell.text("the hottest method")),
                    drawing.rows(),
                    "",
                    true)));
  }

  private Block graph(FlameProfile profile, int number) {
    FlameDrawing drawing = new FlameDrawing(profile.tree());
    String claim =
        "A frame stands on its caller, and is as wide as its part of the samples; from left to"
            + " right is the alphabet, not time. A click makes a frame as wide as the picture."
            + left(drawing.layout());
    return Block.Figure.of(
            id + number,
            "Flame graph: " + profile.name(),
            claim,
            Block.Picture.of(drawing.draw("flame graph of " + profile.name())))
        .legend(
            List.of(
                new Block.Chip("", "Java", "fjava"),
                new Block.Chip("", "the JDK", "fjdk"),
                new Block.Chip("", "native", "fnative")))
        .table(methods(profile, id + number + "-table"));
  }

  private Block difference(FlameProfile a, FlameProfile b, int number) {
    FlameDrawing drawing = new FlameDrawing(b.tree(), a.tree());
    String claim =
        "A is "
            + a.name()
            + ", B is "
            + b.name()
            + ". Widths are those of B; the colour says by how many points the share of a frame in"
            + " B is above or below that in A, stronger from 1 and from 5 points on, and grey where"
            + " the draw of the samples alone gives as much. What is in A alone has no width here:"
            + " it is in the table and in the graph of A."
            + (a.means().equals(b.means())
                ? ""
                : " The two were not sampled by the same means, which see different things: that"
                    + " alone makes differences.")
            + left(drawing.layout());
    return Block.Figure.of(
            id + "-difference" + number,
            "Difference: " + b.name() + " against " + a.name(),
            claim,
            Block.Picture.of(
                drawing.draw("flame graph of the difference of " + b.name() + " from " + a.name())))
        .legend(
            List.of(
                new Block.Chip("", "more in B", "fup3"),
                new Block.Chip("", "less in B", "fdown3"),
                new Block.Chip("", "the same, or chance", "feven")))
        .table(changes(a, b, id + "-difference" + number + "-table"));
  }

  private static String left(FlameLayout layout) {
    return (layout.narrow() == 0
            ? ""
            : " "
                + Units.count(layout.narrow())
                + " frames narrower than 0.1 %, or than the widest"
                + " 800, are left out with all that stands on them.")
        + (layout.high() == 0 ? "" : " " + Units.count(layout.high()) + " are too far up.");
  }

  private static Block.Table methods(FlameProfile profile, String id) {
    FlameTree tree = profile.tree();
    List<List<Cell>> rows =
        tree.names().stream()
            .sorted(Comparator.comparingDouble(name -> -tree.ownShare(name)))
            .limit(MOST_METHODS)
            .map(name ->
                List.of(
                    Cell.text(Foreign.name(name)),
                    Cell.number(FlameDrawing.percent(tree.ownShare(name))),
                    Cell.number(FlameDrawing.percent(tree.share(name)))))
            .toList();
    return new Block.Table(
        id,
        "The hottest methods",
        "",
        List.of(Cell.text("method"), Cell.number("own"), Cell.number("with callees")),
        rows,
        "",
        true);
  }

  private static Block.Table changes(FlameProfile a, FlameProfile b, String id) {
    Set<String> names = new LinkedHashSet<>(a.tree().names());
    names.addAll(b.tree().names());
    List<List<Cell>> rows =
        names.stream()
            .sorted(
                Comparator.comparingDouble((String name) -> -Math.abs(change(a, b, name).points()))
                    .thenComparing(Comparator.naturalOrder()))
            .limit(MOST_METHODS)
            .map(name -> row(name, change(a, b, name)))
            .toList();
    return new Block.Table(
        id,
        "What changed most, by own share",
        "",
        List.of(Cell.text("method"), Cell.number("A"), Cell.number("B"), Cell.number("change")),
        rows,
        "",
        true);
  }

  private static FlameChange change(FlameProfile a, FlameProfile b, String name) {
    return new FlameChange(
        a.tree().ownShare(name), b.tree().ownShare(name), a.tree().samples(), b.tree().samples());
  }

  private static List<Cell> row(String name, FlameChange change) {
    return List.of(
        Cell.text(Foreign.name(name)),
        Cell.number(FlameDrawing.percent(change.a())),
        Cell.number(FlameDrawing.percent(change.b())),
        Cell.number(
            FlameDrawing.points(change.points()), change.isSeen() ? null : "within chance"));
  }
}
