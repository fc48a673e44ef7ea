//! The server's side of KurrentDB's interface, made by `build.rs`.

#![allow(clippy::all, missing_docs, unreachable_pub, reason = "generated code")]

pub mod google {
    pub mod rpc {
        tonic::include_proto!("google.rpc");
    }
}

pub mod event_store {
    pub mod client {
        tonic::include_proto!("event_store.client");

        pub mod gossip {
            tonic::include_proto!("event_store.client.gossip");
        }

        pub mod server_features {
            tonic::include_proto!("event_store.client.server_features");
        }

        pub mod streams {
            tonic::include_proto!("event_store.client.streams");
        }
    }
}
