package dev.foliot.checks.fleets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.FleetSums;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Also writes {@code target/engine-sums}, for the comparison in {@code checks/spark}. */
final class EngineSumsTest {
  private static final Path FOLDER = Path.of("target", "engine-sums");

  private static void same(double sum, double expected) {
    assertThat(sum).isCloseTo(expected, within(1e-9 * Math.abs(expected)));
  }

  @Test
  void shouldGiveTheSumsThatAPlainFoldGives() throws IOException, SQLException {
    SimulatedFleet fleet = SimulatedFleet.of(Recipes.draw(FleetKind.LOADED_LOTTERY, 12, 1000));
    EngineSums.write(fleet, FOLDER);

    FleetSums expected = fleet.draw().measured().sums();
    int rows = 0;
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "FROM " + FleetFile.quoted(FOLDER.resolve("sums.parquet")) + " WHERE n > 0")) {
      while (row.next()) {
        FleetSums.Cell cell = cell(expected, row);
        assertThat(row.getLong("n")).isEqualTo(cell.n());
        same(row.getDouble("sum_y"), cell.y());
        same(row.getDouble("sum_yy"), cell.yy());
        same(row.getDouble("min_y"), cell.min());
        same(row.getDouble("max_y"), cell.max());
        same(row.getDouble("sum_x"), cell.x());
        same(row.getDouble("sum_xx"), cell.xx());
        same(row.getDouble("sum_xy"), cell.xy());
        rows++;
      }
    }
    assertThat(rows).isGreaterThan(100);
  }

  private static FleetSums.Cell cell(FleetSums sums, ResultSet row) throws SQLException {
    for (int lifetime : sums.lifetimesOf(row.getString("node"))) {
      if (sums.start(lifetime).equals(row.getString("lifetime"))) {
        return sums.cell(lifetime, row.getInt("win"));
      }
    }
    throw new AssertionError("no lifetime " + row.getString("lifetime"));
  }
}
