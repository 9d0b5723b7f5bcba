/// The version of yezi: the one place where it stands.
#pragma once

#define YEZI_VERSION "0.1.0"
