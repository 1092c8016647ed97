package dev.foliot.fleet.read;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.columns.Columns;
import dev.foliot.fleet.columns.Condition;
import dev.foliot.fleet.columns.Expression;
import dev.foliot.fleet.columns.ExpressionParser;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.columns.Layout;
import dev.foliot.fleet.columns.Profile;
import dev.foliot.fleet.engine.DuckDb;
import dev.foliot.fleet.points.Source;
import dev.foliot.fleet.rows.InputFile;
import dev.foliot.fleet.rows.Rows;
import java.io.IOException;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.duckdb.DuckDBAppender;

/** Text files, parsed here in constant memory: once for statistics and once into the engine. */
final class TextSource implements Source {
  private final DuckDb engine;
  private final Rows rows;
  private final FleetRequest.Writing writing;
  private final String name;
  private final FleetRequest.Span span;
  private final boolean filtered;
  private Columns columns = new Columns("", List.of());

  TextSource(DuckDb engine, List<InputFile> files, FleetRequest request, String name)
      throws IOException, SQLException {
    this.engine = engine;
    Rows all = Rows.of(files, wanted(request), request.engine().memoryBytes());
    List<Condition> conditions = Condition.all(request.series().where());
    boolean sparse = files.getFirst().format().sparse();
    this.rows =
        conditions.isEmpty()
            ? all
            : (sink, notes) -> all.each(new MatchingRows(sink, conditions, sparse), notes);
    this.filtered = !conditions.isEmpty();
    this.writing = request.writing();
    this.span = request.span();
    this.name = name;
  }

  private static Set<String> wanted(FleetRequest request) {
    Set<String> wanted = new HashSet<>();
    if (request.columns().metric() != null) {
      wanted.addAll(
          Expression.columns(ExpressionParser.parse("--metric", request.columns().metric())));
    }
    if (request.columns().load() != null) {
      wanted.addAll(Expression.columns(ExpressionParser.parse("--load", request.columns().load())));
    }
    return wanted;
  }

  @Override
  public Columns columns() throws IOException, SQLException {
    Profile profile = new Profile(writing.decimal(), writing.order());
    rows.each(profile, new Notes());
    if (profile.rows() == 0) {
      throw new FleetException(
          filtered
              ? "--where leaves no row of " + name + ": see the values of its columns with --check"
              : name + " has no rows of data: give a file with some");
    }
    columns = new Columns(name, profile.columns());
    return columns;
  }

  @Override
  public Staged stage(Layout layout, Notes notes) throws IOException, SQLException {
    StringBuilder table =
        new StringBuilder("CREATE TABLE raw (node VARCHAR, us BIGINT, start VARCHAR");
    for (int i = 0; i < layout.values().size(); i++) {
      table.append(", v").append(i).append(" DOUBLE");
    }
    for (int i = 0; i < layout.texts().all().size(); i++) {
      table.append(", l").append(i).append(" VARCHAR");
    }
    engine.execute(table.append(")").toString());
    try (DuckDBAppender appender = engine.appender("raw")) {
      Staging staging = new Staging(layout, columns, appender);
      rows.each(staging, notes);
      // closing would hide a failure
      appender.flush();
      if (!span.isAll()) {
        TimeSpan within = TimeSpan.of(engine, "raw", span, layout, name, notes);
        engine.execute("DELETE FROM raw WHERE us IS NULL OR NOT " + within.condition());
      }
      return staging.staged(notes);
    }
  }
}
