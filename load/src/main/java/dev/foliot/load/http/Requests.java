package dev.foliot.load.http;

import dev.foliot.load.Draw;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Recording;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sequence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The requests and sequences of a load, selected by weight, or a recording. Immutable. */
public final class Requests {
  private final LoadPlan plan;
  private final ProtocolCodec codec;
  private final @Nullable Recording recording;
  private final List<Script> scripts = new ArrayList<>();
  private final long[] upTo;

  /**
   * Prepares what a plan sends. Of gRPC it asks the server for its methods.
   *
   * @throws dev.foliot.text.FoliotException if a request cannot be sent, with the remedy
   */
  public Requests(LoadPlan plan) {
    this.plan = plan;
    this.codec = ProtocolCodec.of(plan);
    this.recording = plan.recording();
    upTo = new long[plan.requests().size() + plan.sequences().size()];
    int kind = 0;
    for (RequestTemplate request : plan.requests()) {
      add(
          Script.single(new Request(kind++, request, List.of(), List.of(), plan, codec)),
          request.weight());
    }
    if (recording != null) {
      for (int i = 0; i < recording.requests().size(); i++) {
        RequestTemplate request = recording.requests().get(i);
        scripts.add(
            Script.single(
                new Request(recording.kindOf(i), request, List.of(), List.of(), plan, codec)));
      }
    }
    for (Sequence sequence : plan.sequences()) {
      List<Request> requests = new ArrayList<>();
      for (Sequence.Step step : sequence.steps()) {
        requests.add(
            new Request(
                kind++,
                step.request(),
                sequence.variables(),
                List.copyOf(step.captures().values()),
                plan,
                codec));
      }
      add(Script.of(sequence, requests), sequence.weight());
    }
  }

  LoadPlan plan() {
    return plan;
  }

  ProtocolCodec codec() {
    return codec;
  }

  private void add(Script script, int weight) {
    int i = scripts.size();
    upTo[i] = (i == 0 ? 0 : upTo[i - 1]) + weight;
    scripts.add(script);
  }

  /** What a message is. */
  Script of(Draw draw) {
    if (recording != null) {
      return scripts.get(recording.requestOf(draw.number()));
    }
    if (upTo.length == 1) {
      return scripts.getFirst();
    }
    long chosen = draw.choice(upTo[upTo.length - 1]);
    int i = 0;
    while (chosen >= upTo[i]) {
      i++;
    }
    return scripts.get(i);
  }
}
