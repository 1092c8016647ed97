package dev.foliot.examples.stall;

/** A part of a round. */
enum Phase {
  BEFORE("before"),
  STALL("stall"),
  AFTER("after");

  private final String text;

  Phase(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
