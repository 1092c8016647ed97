package dev.foliot.report;

import dev.foliot.report.diagnosis.DiagnosisSections;
import dev.foliot.report.diagnosis.DiagnosisView;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Page;
import dev.foliot.report.page.ReportException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.diagnosis.DiagnosisFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Diagnoses as one HTML page: the verdict, and for each finding the class's memory as cache lines
 * with the threads that write and read it. The page is as {@link Report}'s: it makes no request,
 * and is read as well without its script.
 *
 * <p>The same runs give the same page, to the byte. Safe for use by several threads.
 */
public final class DiagnosisReport {
  private static final int MOST_NAMES = 8;

  private DiagnosisReport() {}

  /**
   * Whether this page is the one for some runs.
   *
   * @throws ReportException if some are diagnoses and some are not
   */
  public static boolean isFor(List<StoredRun> runs) {
    long diagnoses = runs.stream().filter(DiagnosisFiles::isDiagnosis).count();
    if (diagnoses > 0 && diagnoses < runs.size()) {
      throw new ReportException(
          "diagnoses and other runs make no page together: report them apart ("
              + runs.stream()
                  .limit(MOST_NAMES)
                  .map(run ->
                      Foreign.text(run.id(), 40)
                          + (DiagnosisFiles.isDiagnosis(run) ? " is a diagnosis" : " is none"))
                  .collect(Collectors.joining(", "))
              + ")");
    }
    return diagnoses > 0;
  }

  /**
   * The page.
   *
   * @param runs diagnoses, at least one, in the order in which the page has them
   * @param comparison of the two, null for none
   * @throws ReportException if one is no diagnosis
   * @throws dev.foliot.store.StoreException if one cannot be read
   */
  public static String html(List<StoredRun> runs, @Nullable ComparisonRecord comparison) {
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("no run");
    }
    if (!isFor(runs)) {
      throw new ReportException(
          "the run " + Foreign.name(runs.getFirst().id()) + " is no diagnosis");
    }
    List<DiagnosisView> views = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      views.add(DiagnosisView.of(runs.get(i), i, runs.size()));
    }
    DiagnosisSections all = new DiagnosisSections(views);
    return Page.html(all.cover(comparison).named(runs), all.all());
  }
}
