package dev.foliot.load.http;

import dev.foliot.load.Draw;
import dev.foliot.load.Events;
import dev.foliot.load.Failure;
import dev.foliot.load.grpc.GrpcMethod.BadMessageException;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ClientStreamTracer;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection of gRPC: a channel of grpc-java, whose transport is in the event loop.
 *
 * <p>A channel that lost its connection is given up, and the next request opens a new one, as with
 * other protocols: grpc-java itself would wait longer and longer.
 */
final class GrpcConnection extends Connection {
  /** As much of an answer's JSON is kept for checks. */
  private static final int KEPT_TEXT = 1 << 16;

  private static final int OK = 200;

  private final Map<Integer, Call> bySlot = new HashMap<>();
  private @Nullable ManagedChannel channel;

  /** Whether the channel may be used, which opens its socket. */
  private boolean isBegun;

  GrpcConnection(ConnectionPool links, int number) {
    super(links, number);
  }

  @Override
  void open(SocketAddress address) {
    ManagedChannel opening =
        GrpcService.channel(
            links().plan(), address, links().loop(), links().channelType(), links().tls(number()));
    channel = opening;
    // as with SocketConnection
    links()
        .later(() -> {
          isBegun = true;
          follow(opening, opening.getState(true));
        });
  }

  private void onceBegun(Runnable what) {
    if (isBegun) {
      what.run();
    } else {
      links().later(what);
    }
  }

  private void follow(ManagedChannel of, ConnectivityState from) {
    of.notifyWhenStateChanged(from, () -> links().inLoop(() -> changed(of)));
  }

  private void changed(ManagedChannel of) {
    ConnectivityState state = of.getState(false);
    switch (state) {
      case CONNECTING -> follow(of, state);
      case READY -> {
        opened();
        follow(of, state);
      }
      case IDLE -> {
        if (isReady()) {
          end();
        } else {
          follow(of, state);
        }
      }
      case TRANSIENT_FAILURE, SHUTDOWN -> fail(Failure.CONNECT_FAILED.code());
    }
  }

  @Override
  void send(int slot, Request what, Draw chance, @Nullable SequenceUser user) {
    Call call = new Call(slot, what, user);
    bySlot.put(slot, call);
    ManagedChannel to = channel;
    if (isOver() || to == null) {
      call.ended(lost());
      return;
    }
    GrpcForm form = (GrpcForm) what.form();
    byte[] message;
    try {
      message = form.message(what, chance, user, links().scratch());
    } catch (BadMessageException e) {
      call.ended(Failure.MESSAGE.code());
      return;
    }
    Metadata metadata = form.metadata(chance, user, links().scratch());
    onceBegun(() -> {
      if (!call.isOld()) {
        call.start(to, form, message, metadata);
      }
    });
  }

  /** Calls wait in the channel. */
  @Override
  void writeWaiting() {}

  @Override
  int abort(int slot) {
    Call call = bySlot.remove(slot);
    if (call == null) {
      return Failure.DEADLINE;
    }
    call.cancel();
    return call.isCreated ? Failure.DEADLINE : Failure.CONNECT_TIME_OUT.code();
  }

  /** Each call learns from the channel how it ends. */
  @Override
  void failAll(int code) {}

  /** Calls in flight go on. */
  @Override
  void disconnect() {
    if (channel != null) {
      onceBegun(channel::shutdown);
    }
  }

  @Override
  void retire() {
    end();
  }

  @Override
  void close() {
    List<Call> inFlight = new ArrayList<>(bySlot.values());
    bySlot.clear();
    inFlight.forEach(Call::cancel);
    end();
    if (channel != null) {
      channel.shutdownNow();
    }
  }

  /** One request of a slot, and what becomes of it. */
  private final class Call extends ClientCall.Listener<byte[]> {
    private final int slot;
    private final Request request;
    private final @Nullable SequenceUser user;
    private final Events events;
    private final boolean isWaiting = isOpening();
    private final StringBuilder text = new StringBuilder();
    private @Nullable ClientCall<byte[], byte[]> call;
    private boolean isCreated;
    private boolean isSaid;
    private boolean isAnswered;
    private boolean isBad;
    private long messages;
    private long bytes;

    private Call(int slot, Request request, @Nullable SequenceUser user) {
      this.slot = slot;
      this.request = request;
      this.user = user;
      Events wanted = request.events();
      this.events = wanted == null ? Events.ALL : wanted;
    }

    private void start(ManagedChannel to, GrpcForm form, byte[] message, Metadata metadata) {
      ClientCall<byte[], byte[]> begun =
          to.newCall(
              form.call(),
              CallOptions.DEFAULT
                  .withDeadlineAfter(links().plan().sending().timeoutNs(), TimeUnit.NANOSECONDS)
                  .withStreamTracerFactory(
                      new ClientStreamTracer.Factory() {
                        @Override
                        public ClientStreamTracer newClientStreamTracer(
                            ClientStreamTracer.StreamInfo info, Metadata headers) {
                          return new Tracer();
                        }
                      }));
      call = begun;
      begun.start(this, metadata);
      begun.request(Integer.MAX_VALUE);
      begun.sendMessage(message);
      begun.halfClose();
    }

    private void cancel() {
      ClientCall<byte[], byte[]> begun = call;
      if (begun != null) {
        begun.cancel("its time is over", null);
      }
    }

    private boolean isOld() {
      return bySlot.get(slot) != this;
    }

    private void inLoop(Runnable what) {
      links()
          .inLoop(() -> {
            if (!isOld()) {
              what.run();
            }
          });
    }

    @Override
    public void onHeaders(Metadata headers) {
      SequenceUser whose = user;
      if (whose != null) {
        inLoop(() -> whose.answered(name -> GrpcForm.values(headers, name), true));
      }
    }

    @Override
    public void onMessage(byte[] message) {
      inLoop(() -> {
        messages++;
        bytes += message.length;
        if (isStreaming()) {
          links().event(slot);
        }
        if (request.looksAtBody() && text.length() < KEPT_TEXT) {
          try {
            text.append(messages == 1 ? "" : "\n")
                .append(((GrpcForm) request.form()).method().json(message));
          } catch (BadMessageException e) {
            isBad = true;
          }
        }
        if (events.count() > 0 && messages >= events.count()) {
          leave();
        }
      });
    }

    private boolean isStreaming() {
      return ((GrpcForm) request.form()).method().isStreaming();
    }

    /** The messages that were asked for are here: nobody waits for the rest. */
    private void leave() {
      long endNs = links().clock().nanoTime();
      links().times(slot).ended(endNs, bytes);
      ended(judged(false), endNs);
      cancel();
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      inLoop(() -> closed(status));
    }

    private void closed(Status status) {
      long endNs = links().clock().nanoTime();
      answered(endNs);
      int code = GrpcFailures.of(status, isSaid, isCreated);
      if (code == Failure.NONE) {
        links().times(slot).ended(endNs, bytes);
        code = judged(true);
      }
      ended(code, endNs);
    }

    /**
     * Judges the answer.
     *
     * @param isServers whether the server ended it
     */
    private int judged(boolean isServers) {
      if (isBad || (!isStreaming() && messages != 1)) {
        return Failure.PROTOCOL.code();
      }
      if (isServers && events.isEarly(messages)) {
        return Failure.STREAM_ENDED.code();
      }
      String json = text.substring(0, Math.min(text.length(), KEPT_TEXT));
      int code = request.judge(OK, json);
      return code == Failure.NONE && user != null ? user.captured(json) : code;
    }

    private void answered(long nowNs) {
      if (!isAnswered && isCreated) {
        isAnswered = true;
        links().times(slot).answered(nowNs);
      }
    }

    private void ended(int code) {
      ended(code, links().clock().nanoTime());
    }

    private void ended(int code, long endNs) {
      if (bySlot.remove(slot, this)) {
        links().ended(slot, code, endNs);
      }
    }

    /** Sees the parts of the call. */
    private final class Tracer extends ClientStreamTracer {
      @Override
      public void streamCreated(Attributes transport, Metadata headers) {
        inLoop(() -> {
          isCreated = true;
          if (isWaiting) {
            links().times(slot).connected(links().clock().nanoTime());
          }
        });
      }

      @Override
      public void outboundHeaders() {
        inLoop(() -> {
          if (!isAnswered) {
            links().times(slot).sent(links().clock().nanoTime());
          }
        });
      }

      @Override
      public void inboundHeaders() {
        inLoop(() -> {
          answered(links().clock().nanoTime());
          if (events.lengthNs() > 0) {
            links().after(events.lengthNs(), () -> inLoop(Call.this::leave));
          }
        });
      }

      @Override
      public void inboundTrailers(Metadata trailers) {
        isSaid = true;
      }
    }
  }
}
