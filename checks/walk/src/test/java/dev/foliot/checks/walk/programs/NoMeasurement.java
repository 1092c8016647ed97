package dev.foliot.checks.walk.programs;

/** A program whose main starts nothing. */
public final class NoMeasurement {
  private NoMeasurement() {}

  /** Ends at once. */
  public static void main(String[] arguments) {
    System.out.println("nothing to measure");
  }
}
