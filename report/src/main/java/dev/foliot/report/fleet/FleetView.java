package dev.foliot.report.fleet;

import dev.foliot.judgement.answer.FleetAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Units;
import dev.foliot.store.RunRecord;
import dev.foliot.store.StoredRun;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetFiles;
import dev.foliot.store.fleet.FleetPlots;
import dev.foliot.store.fleet.FleetRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * A fleet on a page. A band has one colour, one name and one button on all of it.
 *
 * @param letter that stands for it where there are several, else empty
 * @param key that the ids of its elements begin with
 * @param run the record of its run
 * @param fleet its own record
 * @param answer the answer on it
 */
public record FleetView(
    String letter, String key, RunRecord run, FleetRecord fleet, FleetAnswer answer) {
  private static final int COLOURS = 6;

  public static FleetView of(StoredRun stored, int index, int of) {
    String letter =
        of == 1 ? "" : index < 26 ? String.valueOf((char) ('A' + index)) : "run " + (index + 1);
    FleetRecord fleet = FleetFiles.fleet(stored);
    NextCommands commands = NextCommands.after(stored.run().commandLine());
    return new FleetView(
        letter, "f" + index, stored.run(), fleet, FleetAnswer.of(fleet, commands, true));
  }

  /** What was looked at. */
  public String title() {
    return Foreign.name(fleet.metric()) + " of " + Units.count(fleet.finding().nodes(), "node");
  }

  String metric() {
    return Foreign.text(fleet.metric(), 60);
  }

  /** Before what is said of it, where there are several. */
  public String prefix() {
    return letter.isEmpty() ? "" : letter + ": ";
  }

  /** By which buttons show and hide a band. */
  String key(int band) {
    return key + (band < 0 ? "none" : "b" + band);
  }

  static String colour(int band) {
    return band >= 0 && band < COLOURS ? "c" + band : "fork";
  }

  /** The bands that have a colour of their own, the lowest first. */
  List<FleetBand> bands() {
    return fleet.bands().stream().filter(one -> !colour(one.band()).equals("fork")).toList();
  }

  String name(int band) {
    return band < 0 ? "in no group" : fleet.bands().size() < 2 ? "the nodes" : "group " + band;
  }

  /** A button for each band, and one for the nodes in none. */
  List<Block.Chip> legend() {
    List<Block.Chip> legend = new ArrayList<>();
    for (FleetBand band : bands()) {
      legend.add(
          new Block.Chip(
              key(band.band()),
              name(band.band()) + ": " + Units.count(band.nodes(), "node"),
              colour(band.band())));
    }
    if (!fleet.groups().places().outliers().isEmpty()) {
      legend.add(
          new Block.Chip(
              key(FleetPlots.NO_BAND),
              Units.count(fleet.groups().places().outliers().size(), "outlier"),
              "outlier"));
    }
    return legend;
  }
}
