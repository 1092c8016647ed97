package dev.foliot.load.grpc;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;

/**
 * A method and its messages. Immutable.
 *
 * @param descriptor says what its messages are
 * @param types what {@code Any} may hold
 */
public record GrpcMethod(MethodDescriptor descriptor, JsonFormat.TypeRegistry types) {
  /** What a message says that is no such message. */
  public static final class BadMessageException extends Exception {
    private static final long serialVersionUID = 1;

    private BadMessageException(String why) {
      super(why);
    }
  }

  /** The name of its service. */
  public String service() {
    return descriptor.getService().getFullName();
  }

  /** Its own name. */
  public String name() {
    return descriptor.getName();
  }

  /** Whether it answers with any number of messages. */
  public boolean isStreaming() {
    return descriptor.isServerStreaming();
  }

  /**
   * The bytes of a request.
   *
   * @throws BadMessageException with the reason, if the text is not JSON of such a message
   */
  public byte[] bytes(String json) throws BadMessageException {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(descriptor.getInputType());
    try {
      JsonFormat.parser().usingTypeRegistry(types).merge(json, message);
    } catch (InvalidProtocolBufferException e) {
      throw new BadMessageException(String.valueOf(e.getMessage()));
    }
    return message.build().toByteArray();
  }

  /**
   * An answer as JSON on one line, with fields that have no value too.
   *
   * @throws BadMessageException with the reason, if it is not such a message
   */
  public String json(byte[] answer) throws BadMessageException {
    try {
      return JsonFormat.printer()
          .usingTypeRegistry(types)
          .alwaysPrintFieldsWithNoPresence()
          .omittingInsignificantWhitespace()
          .print(DynamicMessage.parseFrom(descriptor.getOutputType(), answer));
    } catch (InvalidProtocolBufferException e) {
      throw new BadMessageException(String.valueOf(e.getMessage()));
    }
  }
}
