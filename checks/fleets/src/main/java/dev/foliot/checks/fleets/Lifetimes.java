package dev.foliot.checks.fleets;

import dev.foliot.checks.fleets.FleetRecipe.Explains;
import dev.foliot.checks.fleets.FleetRecipe.LoadRecipe;
import dev.foliot.checks.fleets.FleetRecipe.Part;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Generates the lifetimes of a fleet's nodes. A node restarts at most once, and its longest
 * lifetime has about two thirds of its windows or more, which makes its band clear.
 */
final class Lifetimes {
  private static final int LEAST_WINDOWS = 8;
  private static final int ZONES = 3;
  private static final int MOST_RACKS = 40;

  private final FleetRecipe recipe;
  private final RandomGenerator random;
  private final List<Lifetime> drawn = new ArrayList<>();

  private Lifetimes(FleetRecipe recipe) {
    this.recipe = recipe;
    // Not the generator of the recipe, which began at the seed itself.
    random = new SplittableRandom(~recipe.seed());
  }

  static List<Lifetime> of(FleetRecipe recipe) {
    Lifetimes lifetimes = new Lifetimes(recipe);
    lifetimes.draw();
    return Collections.unmodifiableList(lifetimes.drawn);
  }

  private void draw() {
    int[] bands = bands();
    double[] levels = levels(bands);
    int well = recipe.nodes() - recipe.faults().outliers();
    for (int i = 0; i < recipe.nodes(); i++) {
      if (i < well) {
        node(i, bands[i], levels[i]);
      } else {
        add(traits(i, Lifetime.SICK), Lifetime.SICK, sick(), 0, end());
      }
    }
  }

  private int[] bands() {
    List<Part> parts = recipe.levels().parts();
    int[] bands = new int[recipe.nodes()];
    if (recipe.scene().racks() > 0) {
      for (int i = 0; i < bands.length; i++) {
        bands[i] = rackBand(rack(i));
      }
      return bands;
    }
    if (recipe.kind() == FleetKind.TWO_OF_TEN) {
      for (int i = 0; i < bands.length; i++) {
        bands[i] = i < 2 ? 0 : 1;
      }
      return bands;
    }
    if (!recipe.levels().exact()) {
      for (int i = 0; i < bands.length; i++) {
        bands[i] = band();
      }
      return bands;
    }
    double share = 0;
    int from = 0;
    for (int band = 0; band < parts.size(); band++) {
      share += parts.get(band).share();
      int to = (int) Math.min(bands.length, Math.round(share * bands.length));
      for (int i = from; i < to; i++) {
        bands[i] = band;
      }
      from = to;
    }
    return bands;
  }

  private int rack(int node) {
    return node % recipe.scene().racks();
  }

  /** The band of a rack; racks take turns, so that shares are those of the recipe. */
  private int rackBand(int rack) {
    double golden = rack * 0.618_033_988_75 % 1;
    return golden < recipe.levels().parts().getFirst().share() ? 0 : 1;
  }

  private int band() {
    List<Part> parts = recipe.levels().parts();
    double draw = random.nextDouble();
    int band = 0;
    while (band < parts.size() - 1 && draw >= parts.get(band).share()) {
      draw -= parts.get(band).share();
      band++;
    }
    return band;
  }

  private double[] levels(int[] bands) {
    double[] levels = new double[bands.length];
    for (int i = 0; i < levels.length; i++) {
      levels[i] = level(bands[i]);
    }
    if (recipe.levels().exact()) {
      for (int band = 0; band < recipe.levels().parts().size(); band++) {
        standardise(levels, bands, band);
      }
    }
    return levels;
  }

  private double level(int band) {
    Part part = recipe.levels().parts().get(band);
    return part.center() + part.deviation() * part.shape().draw(random, part.parameter());
  }

  /** Gives a band exactly the mean and deviation of its part. */
  private void standardise(double[] levels, int[] bands, int band) {
    Part part = recipe.levels().parts().get(band);
    Moments moments = new Moments();
    for (int i = 0; i < levels.length; i++) {
      if (bands[i] == band) {
        moments.add(levels[i]);
      }
    }
    if (moments.count() < 2) {
      return;
    }
    double factor = part.deviation() / moments.deviation();
    for (int i = 0; i < levels.length; i++) {
      if (bands[i] == band) {
        levels[i] = part.center() + factor * (levels[i] - moments.mean());
      }
    }
  }

  /** A level whose distance from all bands exceeds their total width. */
  private double sick() {
    double low = Double.MAX_VALUE;
    double high = -Double.MAX_VALUE;
    for (Part part : recipe.levels().parts()) {
      low = Math.min(low, part.center() - 4 * part.deviation());
      high = Math.max(high, part.center() + 4 * part.deviation());
    }
    double away = (high - low) * (1.5 + 2.5 * random.nextDouble());
    return random.nextBoolean() ? high + away : low - away;
  }

  private void node(int number, int band, double level) {
    if (recipe.scene().deploy() != FleetRecipe.Deploy.NONE) {
      deployed(number, band);
      return;
    }
    Traits traits = traits(number, band);
    int lives = recipe.scene().podWindows() * FleetRecipe.POINTS;
    if (lives > 0) {
      int from = random.nextInt(end() + lives) - lives;
      add(traits, band, level, Math.max(0, from), Math.min(end(), Math.max(1, from + lives)));
      return;
    }
    int from = 0;
    if (random.nextDouble() < recipe.faults().late()) {
      from = (1 + random.nextInt(recipe.windows() / 2)) * FleetRecipe.POINTS;
    }
    int windows = (end() - from) / FleetRecipe.POINTS;
    if (windows < LEAST_WINDOWS || random.nextDouble() >= recipe.faults().restarts()) {
      add(traits, band, level, from, end());
      return;
    }
    int shorter = 2 + random.nextInt(windows / 3 - 1);
    int whole = random.nextBoolean() ? shorter : windows - shorter;
    int cut = from + whole * FleetRecipe.POINTS + random.nextInt(FleetRecipe.POINTS);
    add(traits, band, level, from, cut);
    if (recipe.faults().redrawn()) {
      int next = band();
      add(traits, next, level(next), cut, end());
    } else {
      add(traits, band, level, cut, end());
    }
  }

  /** The new version is the upper band; half of the nodes or all of them get it. */
  private void deployed(int number, int drawn) {
    double own = random.nextGaussian();
    boolean rolling = recipe.scene().deploy() == FleetRecipe.Deploy.ROLLING;
    double share = rolling ? (number + 0.5) / recipe.nodes() : deployedAt();
    int cut = (int) (share * end());
    boolean stays = !rolling && drawn == 0;
    Traits traits = traits(number, 0);
    if (stays || cut == 0) {
      int band = stays ? 0 : 1;
      add(traits.with(version(band)), band, upgraded(band, own), 0, end());
      return;
    }
    add(traits.with(version(0)), 0, upgraded(0, own), 0, cut);
    add(traits.with(version(1)), 1, upgraded(1, own), cut, end());
  }

  /** The share of the time before a deploy of a part of the nodes. */
  private double deployedAt() {
    return new SplittableRandom(recipe.seed() + 1).nextDouble(0.25, 0.48);
  }

  private static String version(int band) {
    return band == 0 ? "v1" : "v2";
  }

  private double upgraded(int band, double own) {
    Part part = recipe.levels().parts().get(band);
    return part.center() + part.deviation() * own;
  }

  private int end() {
    return recipe.windows() * FleetRecipe.POINTS;
  }

  private void add(Traits traits, int band, double level, int from, int to) {
    drawn.add(
        new Lifetime(
            drawn.size(),
            traits.node,
            from == 0 ? traits.firstStart : SimulatedFleet.time(recipe, from).toString(),
            band,
            level,
            traits.load,
            from,
            to,
            traits.labels,
            traits.metrics(
                recipe.levels().explains() == Explains.METRIC ? band : 0,
                recipe.scene().groups(),
                random),
            traits.limited));
  }

  private Traits traits(int number, int band) {
    LoadRecipe load = recipe.load();
    int zone = random.nextInt(load == null ? ZONES : load.zones().size());
    double mean = load == null ? 0 : load.zones().get(zone) * (1 + 0.05 * random.nextGaussian());
    int racks = Math.min(MOST_RACKS, 1 + recipe.nodes() / 8);
    int many = recipe.scene().racks();
    boolean explains = recipe.levels().explains() == Explains.LABEL && band >= 0;
    int type = explains ? band : random.nextInt(3);
    List<String> labels =
        List.of(
            SimulatedFleet.SIMULATED,
            "zone-" + zone,
            random.nextInt(10) == 0 ? "v2" : "v1",
            "rack-" + (many > 0 && band >= 0 ? rack(number) : random.nextInt(racks)),
            "host-" + Integer.toHexString(random.nextInt()),
            "type-" + type);
    Instant start =
        SimulatedFleet.time(recipe, 0).minus(1L + random.nextInt(60_000), ChronoUnit.MINUTES);
    return new Traits(
        String.format(Locale.ROOT, "sim-%05d", number),
        start.toString(),
        mean,
        labels,
        recipe.scene().ceiling() > 0 && number % 4 == 0);
  }

  /** A node's properties that survive restarts. */
  private record Traits(
      String node, String firstStart, double load, List<String> labels, boolean limited) {
    private List<Double> metrics(int band, boolean groups, RandomGenerator random) {
      double own = groups && random.nextInt(4) == 0 ? 100 : 0;
      return List.of(
          50 + 10 * random.nextGaussian(),
          200 + load + own + 5 * random.nextGaussian(),
          20 + 6 * band + (limited ? 8 : 0) + random.nextGaussian());
    }

    private Traits with(String version) {
      List<String> changed = new ArrayList<>(labels);
      changed.set(2, version);
      return new Traits(node, firstStart, load, changed, limited);
    }
  }
}
