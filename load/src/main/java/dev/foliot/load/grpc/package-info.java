/** Methods of gRPC, as a server or a file describes them, and their messages in JSON. */
@NullMarked
package dev.foliot.load.grpc;

import org.jspecify.annotations.NullMarked;
