package dev.foliot.store.export;

import dev.foliot.store.LoadRecord;
import dev.foliot.store.RunRecord;
import dev.foliot.store.SummaryKey;
import java.util.ArrayList;
import java.util.List;

/**
 * One arm under one load, with its names.
 *
 * @param arm index of the arm
 * @param load index of the load
 * @param name the prefix of a kind, as in summaries: {@code arm N load M}, if several exist, with a
 *     final blank
 * @param label the same with the rate in place of the load and the parameters of the task in place
 *     of the arm, which is stable between runs
 * @param tag the name in lower-case letters, digits and hyphens
 */
record ExportGroup(int arm, int load, String name, String label, String tag) {
  /** All that a run may have, arm by arm. */
  static List<ExportGroup> of(RunRecord run) {
    List<String> rates = run.loads().stream().map(LoadRecord::rate).distinct().toList();
    boolean ratesTell = rates.size() == run.loads().size();
    List<ExportGroup> groups = new ArrayList<>();
    for (int arm = 0; arm < run.arms().size(); arm++) {
      String params = ExportSeries.shown(run.arms().get(arm).paramText(), "arm-" + arm);
      String which =
          (run.arms().size() > run.combinations().size() ? "arm " + arm + " " : "")
              + (params.isEmpty() ? "" : params + " ");
      for (int load = 0; load < run.loads().size(); load++) {
        int loads = run.loads().size();
        String name = SummaryKey.of(arm, run.arms().size(), load, loads, "").toString();
        String atRate =
            loads > 1 && ratesTell
                ? "at " + ExportSeries.shown(run.loads().get(load).rate(), "load-" + load) + " "
                : SummaryKey.of(0, 1, load, loads, "").toString();
        groups.add(new ExportGroup(arm, load, name, which + atRate, name.replace(' ', '-')));
      }
    }
    return groups;
  }
}
