package dev.foliot.bench;

class SharedCountsTest extends SharedRecorderContract {
  @Override
  Recorder newRecorder() {
    SharedCounts counts = new SharedCounts();
    return new Recorder() {
      @Override
      public void record(long ns) {
        counts.record(ns);
      }

      @Override
      public Durations read() {
        Durations.Builder total = new Durations.Builder();
        counts.addTo(total);
        return total.build();
      }
    };
  }
}
