package dev.foliot.cli.frame;

import dev.foliot.diagnose.compare.DiagnosisComparer;
import dev.foliot.judgement.compare.Comparer;
import dev.foliot.judgement.compare.PairComparer;
import dev.foliot.judgement.compare.Side;
import dev.foliot.judgement.study.DrawnStudy;
import dev.foliot.judgement.watch.WatchedTime;
import dev.foliot.report.DemoReport;
import dev.foliot.report.DiagnosisReport;
import dev.foliot.report.FleetReport;
import dev.foliot.report.Report;
import dev.foliot.report.StudyReport;
import dev.foliot.report.WatchReport;
import dev.foliot.report.page.ReportException;
import dev.foliot.store.RunRecord;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.comparison.BaselineRecord;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.study.JointRecord;
import dev.foliot.store.study.StoredStudy;
import dev.foliot.store.watch.WatchFiles;
import dev.foliot.study.catalog.Studies;
import dev.foliot.study.joint.JointAnswers;
import dev.foliot.text.FoliotException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A report's page as a file. */
public final class ReportPage {
  /** The file of the page of a comparison. */
  public static final String COMPARISON_FILE = "comparison.html";

  /** The file of the page of a run, in its folder. */
  public static final String USUAL_FILE = "report.html";

  private ReportPage() {}

  /** Where a page goes that nobody named a file for. */
  public static Path usual(StoredRun run) {
    return run.path().resolve(USUAL_FILE);
  }

  /**
   * Writes the page of studies into the folder of the first.
   *
   * @param studies at least one
   * @return its path, absolute, to be printed
   * @throws FoliotException if it cannot be made or written
   */
  public static String ofStudies(List<StoredRun> studies) {
    return write(usual(studies.getFirst()), () -> ofStudy(studies));
  }

  /**
   * Writes the page of a result that is shown anyway.
   *
   * @return its path, null where it cannot be made or written: the result counts all the same
   */
  public static @Nullable Path beside(Path file, List<StoredRun> runs, Path store) {
    try {
      return Path.of(write(file, () -> html(runs, store)));
    } catch (FoliotException | StoreException e) {
      return null;
    }
  }

  /**
   * Writes the page of a comparison beside the run that is judged.
   *
   * @param runs those that are in the store, the judged one last
   * @return its path, null where it cannot be made or written: the result counts all the same
   */
  public static @Nullable Path ofComparison(List<StoredRun> runs, ComparisonRecord comparison) {
    Path file = runs.getLast().path().resolve(COMPARISON_FILE);
    try {
      return Path.of(write(file, () -> Report.html(runs, comparison)));
    } catch (FoliotException | StoreException e) {
      return null;
    }
  }

  /**
   * The page of runs.
   *
   * @param store the folder of the store
   */
  public static String html(List<StoredRun> stored, Path store) {
    if (DemoReport.isFor(stored)) {
      return DemoReport.html(stored);
    }
    if (FleetReport.isFor(stored)) {
      return FleetReport.html(stored);
    }
    if (DiagnosisReport.isFor(stored)) {
      return DiagnosisReport.html(stored, diagnoses(stored, store));
    }
    if (stored.stream().anyMatch(WatchReport::isFor)) {
      return ofWatch(stored);
    }
    return StudyReport.isFor(stored)
        ? ofStudy(stored)
        : Report.html(stored, comparison(stored, store));
  }

  /** The last day of a watch. */
  private static String ofWatch(List<StoredRun> stored) {
    if (stored.size() > 1) {
      throw new ReportException("a watch makes a page of its own: report it alone");
    }
    StoredRun run = stored.getFirst();
    return WatchReport.html(
        run,
        WatchedTime.Span.lastDay(WatchFiles.read(run), System.currentTimeMillis()),
        ZoneOffset.UTC);
  }

  /** The page of studies, their answers computed again from what is stored. */
  private static String ofStudy(List<StoredRun> studies) {
    // what is no study is refused below
    List<DrawnStudy> read =
        StudyReport.isFor(studies)
            ? studies.stream().map(StoredStudy::read).map(Studies::drawn).toList()
            : List.of();
    return StudyReport.html(
        studies,
        read,
        read.size() < 2
            ? JointRecord.NONE
            : JointAnswers.of(read.stream().map(DrawnStudy::stored).toList()));
  }

  private static @Nullable ComparisonRecord diagnoses(List<StoredRun> stored, Path store) {
    return stored.size() == 2
        ? DiagnosisComparer.compare(stored.getFirst(), stored.getLast(), store)
        : null;
  }

  /**
   * Two runs, or the two arms of one, where it is plain which figures to compare. Parameters of one
   * run are no sides.
   */
  private static @Nullable ComparisonRecord comparison(List<StoredRun> stored, Path store) {
    RunRecord first = stored.getFirst().run();
    if (stored.size() == 1 && first.gate() != null) {
      return PairComparer.compare(stored.getFirst(), store);
    }
    if (stored.size() == 1 && first.combinations().size() > 1) {
      return null;
    }
    boolean oneLoad = stored.stream().allMatch(run -> run.run().loads().size() == 1);
    List<BaselineRecord> sides =
        stored.size() <= 2 && oneLoad
            ? stored.stream().flatMap(run -> sides(run).stream()).toList()
            : List.of();
    return sides.size() == 2
        ? new Comparer(Comparer.USUAL_PRIMARY, Comparer.USUAL_MARGIN)
            .compare(sides.getFirst(), sides.getLast(), store)
        : null;
  }

  private static List<BaselineRecord> sides(StoredRun run) {
    return IntStream.range(0, run.run().arms().size())
        .mapToObj(arm -> Side.of(run, arm, 0))
        .toList();
  }

  /**
   * Writes a page.
   *
   * @return its path, absolute, to be printed
   * @throws FoliotException if it cannot be made or written
   */
  public static String write(Path file, Supplier<String> html) {
    String page = made(html);
    ResultFile.write(file, out -> out.write(page.getBytes(StandardCharsets.UTF_8)));
    return file.toAbsolutePath().normalize().toString();
  }

  private static String made(Supplier<String> html) {
    try {
      return html.get();
    } catch (ReportException e) {
      throw new FoliotException(FoliotException.Cause.USAGE, String.valueOf(e.getMessage()));
    }
  }
}
