package dev.foliot.fleet;

import java.io.IOException;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.duckdb.DuckDBAppender;

/** Text files, parsed here in constant memory: once for statistics and once into the engine. */
final class TextSource implements Source {
  private final Engine engine;
  private final Rows rows;
  private final String name;

  TextSource(Engine engine, List<InputFile> files, FleetRequest request, String name) {
    this.engine = engine;
    this.rows = Rows.of(files, wanted(request));
    this.name = name;
  }

  private static Set<String> wanted(FleetRequest request) {
    Set<String> wanted = new HashSet<>();
    if (request.metric() != null) {
      wanted.addAll(Expression.columns(ExpressionParser.parse("--metric", request.metric())));
    }
    if (request.load() != null) {
      wanted.addAll(Expression.columns(ExpressionParser.parse("--load", request.load())));
    }
    return wanted;
  }

  @Override
  public Columns columns() throws IOException, SQLException {
    Profile profile = new Profile();
    rows.each(profile, new Notes());
    if (profile.rows() == 0) {
      throw new FleetException(name + " has no rows of data: give a file with some");
    }
    return new Columns(name, profile.columns());
  }

  @Override
  public Staged stage(Layout layout, Notes notes) throws IOException, SQLException {
    StringBuilder table =
        new StringBuilder("CREATE TABLE raw (node VARCHAR, us BIGINT, start VARCHAR");
    for (int i = 0; i < layout.values().size(); i++) {
      table.append(", v").append(i).append(" DOUBLE");
    }
    for (int i = 0; i < layout.labels().size(); i++) {
      table.append(", l").append(i).append(" VARCHAR");
    }
    engine.execute(table.append(")").toString());
    try (DuckDBAppender appender = engine.appender("raw")) {
      Staging staging = new Staging(layout, appender);
      rows.each(staging, notes);
      // closing would hide a failure
      appender.flush();
      return staging.staged(notes);
    }
  }
}
