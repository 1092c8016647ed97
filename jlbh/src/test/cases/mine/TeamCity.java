package mine;

import net.openhft.chronicle.jlbh.*;

/** Prints build statistics in complete. */
public class TeamCity implements JLBHTask {
  private static final int ITERATIONS = 4_000;
  private JLBH jlbh;

  public static void main(String[] args) {
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(1_000)
                .iterations(ITERATIONS)
                .throughput(8_000)
                .runs(2)
                .accountForCoordinatedOmission(false)
                .jlbhTask(new TeamCity()))
        .start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
    jlbh.addProbe("half");
  }

  @Override
  public void run(long startTimeNS) {
    jlbh.addProbe("half").sampleNanos(2_000);
    jlbh.sample(System.nanoTime() - startTimeNS);
  }

  @Override
  public void complete() {
    TeamCityHelper.teamCityStatsLastRun(getClass().getSimpleName(), jlbh, ITERATIONS, System.out);
  }
}
